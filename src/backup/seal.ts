import { Readable } from "node:stream";
import { altered, BackupRefused } from "./parts.ts";

/** None of the keys in BACKUP_KEY opens it. */
export class WrongKey extends Error {
  override name = "WrongKey";
}

/** How the parts of a backup are written and read: as they are, or encrypted by age. */
export type Seal = {
  /** What the names of parts end in. */
  suffix: string;
  /** What a part is written as. */
  close: (source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
  /** What was written. Throws one sentence for another key, and for bytes that are not those of a whole part. */
  open: (written: Readable, label: string) => Promise<Readable>;
};

export const unsealed: Seal = { suffix: "", close: (source) => source, open: async (written) => written };

/** Encrypts with the first of these keys and opens with each of them. The library is loaded at the first use. */
export async function sealOf(keys: readonly string[]): Promise<Seal> {
  const { Decrypter, Encrypter, identityToRecipient } = await import("age-encryption");
  const [first = ""] = keys;
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(first));
  const decrypter = new Decrypter();
  for (const key of keys) decrypter.addIdentity(key);
  return {
    suffix: ".age",
    close: async function* (source) {
      yield* await encrypter.encrypt(webStream(source));
    },
    open: async (written, label) => {
      const { source, failure } = watched(written);
      const refused = (error: unknown): unknown => {
        if (failure()) return failure();
        return error instanceof Error && /no identity matched/.test(error.message)
          ? new WrongKey("BACKUP_KEY is not the key that this backup was made with: set it to that one.")
          : new BackupRefused(altered([label]));
      };
      const opened = await decrypter.decrypt(webStream(source)).catch((error: unknown) => {
        throw refused(error);
      });
      return Readable.from(pieces(), { objectMode: false });

      async function* pieces() {
        try {
          yield* opened;
        } catch (error) {
          throw refused(error);
        }
      }
    },
  };
}

/** The kind of stream that the library reads. */
function webStream(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const pieces = source[Symbol.asyncIterator]();
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await pieces.return?.()),
  });
}

/** A source that remembers how it failed: that is no fault of what it holds. */
function watched(written: Readable): { source: AsyncIterable<Uint8Array>; failure: () => unknown } {
  let failed: unknown;
  async function* pieces() {
    try {
      yield* written;
    } catch (error) {
      failed = error ?? new Error("The backup could not be read.");
      throw error;
    }
  }
  return { source: pieces(), failure: () => failed };
}

/** A new key, as BACKUP_KEY wants it. */
export const newBackupKey = async (): Promise<string> => (await import("age-encryption")).generateX25519Identity();

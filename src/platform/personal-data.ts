import type { Viewer } from "#src/shared/viewer.ts";
import type { Database } from "./database/database.ts";
import { streamOf } from "./respond.ts";
import type { Ctx } from "./runtime.ts";
import type { Work } from "./work.ts";

export type DataOwner = { id: string; email: string };

/** A file of a person's download: rows become JSON, `open` streams bytes. */
export type HeldFile =
  | { path: string; rows: unknown }
  | { path: string; size?: number; open: () => Promise<ReadableStream<Uint8Array>> };

/** A file of rows that may be many: a JSON array, sent while they are read. No file where there is no row. */
export async function* heldRows(path: string, rows: AsyncGenerator<unknown>): AsyncGenerator<HeldFile> {
  const first = await rows.next();
  if (!first.done) yield { path, open: async () => streamOf(arrayOf(first.value, rows)) };
}

const partLength = 64 * 1024;

/** A JSON array as `JSON.stringify` indents it by two, in parts. */
async function* arrayOf(first: unknown, others: AsyncIterable<unknown>): AsyncGenerator<string> {
  const shown = (row: unknown) => `\n  ${JSON.stringify(row, null, 2).replaceAll("\n", "\n  ")}`;
  let part = `[${shown(first)}`;
  for await (const row of others) {
    part += `,${shown(row)}`;
    if (part.length < partLength) continue;
    yield part;
    part = "";
  }
  yield `${part}\n]`;
}

/** What one module stores about a person, and how it deletes it. */
export type PersonalData = {
  /**
   * Everything about this person, the viewer, and nothing about others, one file after the other. No secrets: hashes, keys,
   * tokens. What the person may not see in the product any more is not in it either.
   */
  gather: (ctx: Ctx, owner: DataOwner) => AsyncIterable<HeldFile>;
  /** What must end before the account can go, a sentence each, in words that this viewer may read. */
  keeps?: (db: Database, owner: DataOwner, viewer: Viewer) => Promise<readonly string[]>;
  /** Takes out what names the person; records of money stay. Runs in the transaction of the whole deletion. */
  forget: (work: Work, owner: DataOwner) => Promise<void>;
};

/** What stands in the place of a person who is gone. */
export const goneName = "Deleted account";
export const goneText = "Removed together with the account.";
export const goneEmail = (id: string): string => `${id}@deleted.invalid`;

import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy } from "@fastify/busboy";

/** The first file of a form, and the fields before it. Its bytes must be read to their end or given up. */
export type FormFile = { fieldName: string; name: string; type: string; bytes: AsyncIterable<Buffer> };

type Form = { fields: ReadonlyMap<string, string>; file: FormFile | null };

/** `fileSize`: more bytes than this are `FileTooLarge`, as soon as they come. */
const brokenOff = "The form ends too early.";

type Limits = { fileSize: number; fieldSize: number };

export class MalformedForm extends Error {
  override name = "MalformedForm";
}

export class FileTooLarge extends Error {
  override name = "FileTooLarge";
}

/**
 * Reads a form (RFC 7578) up to its first file, whose bytes follow at the reader's pace; `use` gets it, and when it ends
 * nothing more is read. What the source throws reaches the reader of the bytes.
 */
export async function readForm<T>(
  source: AsyncIterable<Uint8Array>,
  contentType: string,
  { fileSize, fieldSize }: Limits,
  use: (form: Form) => Promise<T>,
): Promise<T> {
  const parser = openParser(contentType, {
    fileSize,
    fieldSize,
    files: 1,
    fields: 50,
    parts: 50,
    headerSize: 8 * 1024,
  });
  const over = new AbortController();
  const fields = new Map<string, string>();
  const form = Promise.withResolvers<Form>();
  let bytes: Readable | undefined;
  parser.on("field", (name, value, _cutName, isCut) => {
    if (isCut) form.reject(new MalformedForm("A field of the form is too long."));
    fields.set(name, value);
  });
  parser.on("file", (fieldName, stream, filename, _encoding, type) => {
    bytes = stream;
    stream.on("error", ignore);
    stream.on("limit", () => {
      stream.destroy(new FileTooLarge());
      over.abort();
    });
    form.resolve({ fields, file: { fieldName, name: typed(filename), type, bytes: pieces(stream) } });
  });
  parser.on("finish", () => form.resolve({ fields, file: null }));
  parser.on("error", ignore);
  let failure: Error | undefined;
  const watched = async function* () {
    try {
      yield* source;
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      throw error;
    }
  };
  async function* pieces(stream: Readable): AsyncIterable<Buffer> {
    try {
      yield* stream;
    } catch (error) {
      throw error === failure || error instanceof FileTooLarge ? error : new MalformedForm(brokenOff);
    }
  }
  const reading = pipeline(watched, parser, { signal: over.signal }).catch(() => {
    const error = failure ?? new MalformedForm(brokenOff);
    form.reject(error);
    bytes?.destroy(error);
  });
  try {
    return await use(await form.promise);
  } finally {
    over.abort();
    await reading;
  }
}

type ParserLimits = NonNullable<ConstructorParameters<typeof Busboy>[0]["limits"]>;

function openParser(contentType: string, limits: ParserLimits) {
  try {
    return new Busboy({ headers: { "content-type": contentType }, preservePath: true, limits });
  } catch {
    throw new MalformedForm("Choose a file first.");
  }
}

/** The parser reports one error at several places; it is handled where the form is read. */
const ignore = (): void => undefined;

/** Browsers write a quote in a name as %22 and line breaks as %0D%0A (HTML standard). */
const typed = (filename = ""): string => filename.replace(/%22/g, '"').replace(/%0D|%0A/gi, " ");

import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy } from "@fastify/busboy";
import { and, eq } from "drizzle-orm";
import { newId } from "#src/platform/ids.ts";
import { signInFirst } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { safeNext } from "#src/shared/next.ts";
import { done, invalid, type Outcome, refuse } from "#src/shared/outcome.ts";
import { startUpload, tooLarge } from "../commands/own-files.ts";
import { mib } from "../domain/kinds-and-sizes.ts";
import { StorageAway, StorageFull, storagePort } from "../ports.ts";
import { filesSetting } from "../settings.ts";
import { finishUpload } from "../storing/leases.ts";
import { storageAway, storageFull } from "../storing/storage-full.ts";
import { type FileRow, files } from "../tables.ts";
import { withIdleTimeout } from "../tus/idle-timeout.ts";
import { UploadRefused } from "../tus/protocol.ts";

/** The first file of a form, and the fields before it. Its bytes must be read to their end or given up. */
type FormFile = { fieldName: string; name: string; type: string; bytes: AsyncIterable<Buffer> };

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

const longestField = 2_000;

/**
 * POST `/files/plain`: one file of a form that works without JavaScript. Hidden fields `purpose`, `about`, `next` come
 * before the field `file`. Answers 303 to `next` with `?uploaded=<id>`, or `?upload-refused=<words>`.
 */
export async function plainForm(request: Request, ctx: Ctx, onComplete: () => void): Promise<Response> {
  if (ctx.viewer.kind !== "person") return seeOther(signInFirst(request));
  const fields = new Map<string, string>();
  const taken = await receiveForm(request, ctx, fields).catch((error: unknown): Outcome<FileRow> => {
    if (error instanceof MalformedForm) return refuse("invalid", error.message);
    if (error instanceof StorageFull) return storageFull();
    if (error instanceof StorageAway) return storageAway();
    if (error instanceof UploadRefused) return refuse("unavailable", error.message);
    throw error;
  });
  const back = new URL(safeNext(fields.get("next"), "/dashboard"), "https://own.invalid");
  if (taken.ok) {
    back.searchParams.set("uploaded", taken.value.id);
    onComplete();
  } else back.searchParams.set("upload-refused", taken.fields?.[0]?.message ?? taken.message);
  const answer = seeOther(back.pathname + back.search + back.hash);
  // What was not read of a refused form is not waited for.
  if (!taken.ok) answer.headers.set("connection", "close");
  return answer;
}

const seeOther = (location: string) => new Response(null, { status: 303, headers: { location } });

async function receiveForm(request: Request, ctx: Ctx, fields: Map<string, string>): Promise<Outcome<FileRow>> {
  const limits = await ctx.runtime.settings.get(filesSetting);
  const fileSize = Math.min(limits.plainMaxMb, limits.maxMb) * mib;
  if (!request.body) return noFile();
  const body = withIdleTimeout(Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0]));
  const type = request.headers.get("content-type") ?? "";
  return readForm(body, type, { fileSize, fieldSize: longestField }, async (form) => {
    for (const [name, value] of form.fields) fields.set(name, value);
    return form.file?.fieldName === "file" && form.file.name !== ""
      ? receiveFile(ctx, form.file, fields, fileSize)
      : noFile();
  });
}

const noFile = () => invalid([{ path: "file", message: "Choose a file first." }]);

/** The size is known at the end only: the row is begun with the largest one that may come, and then corrected. */
async function receiveFile(
  ctx: Ctx,
  { name, type, bytes }: FormFile,
  fields: ReadonlyMap<string, string>,
  most: number,
): Promise<Outcome<FileRow>> {
  const { runtime } = ctx;
  const storage = runtime.port(storagePort);
  const started = await startUpload(ctx, {
    id: newId(),
    purpose: fields.get("purpose"),
    about: fields.get("about") || null,
    name,
    declaredType: type,
    size: most,
    whole: true,
  });
  if (!started.ok) return started;
  const row = started.value;
  const giveUp = async () => {
    await storage.remove(row).catch(() => undefined);
    await runtime.db.delete(files).where(eq(files.id, row.id));
  };
  try {
    const size = await storage.put(row.key, bytes);
    const ended = size === 0 ? refuse("invalid", "This file is empty.") : await settle(ctx, row, size);
    if (!ended.ok) await giveUp();
    return ended;
  } catch (error) {
    await giveUp();
    if (error instanceof FileTooLarge) return tooLarge(most);
    throw error;
  }
}

async function settle(ctx: Ctx, row: FileRow, size: number): Promise<Outcome<FileRow>> {
  const { runtime } = ctx;
  await runtime.db
    .update(files)
    .set({ size, received: size })
    .where(and(eq(files.id, row.id), eq(files.state, "receiving")));
  const whole = { ...row, size };
  return (await finishUpload(runtime, whole)) ? done(whole) : refuse("conflict", "This file has been removed.");
}

import { eq } from "drizzle-orm";
import { newId } from "#src/platform/ids.ts";
import type { Ctx, Runtime } from "#src/platform/runtime.ts";
import { notFound } from "#src/shared/outcome.ts";
import { startUpload, tooLarge } from "../commands/own-files.ts";
import { storagePort } from "../ports.ts";
import { maxBytesOf } from "../settings.ts";
import { claimLease, finishUpload } from "../storing/leases.ts";
import { type FileRow, files } from "../tables.ts";
import { withIdleTimeout } from "./idle-timeout.ts";
import {
  answer,
  type Checksum,
  expiry,
  judged,
  offsetBytes,
  readChecksum,
  refusedBy,
  type TusRequest,
  UploadRefused,
  wholeNumber,
} from "./protocol.ts";

/** So long a request that is wanted elsewhere may still bring bytes. */
const drainMs = 1_000;

/** An upload that no other request touches meanwhile. */
export type Upload = {
  readonly file: FileRow;
  /** Fires when this request should end and say how far it came. */
  readonly stop: AbortSignal;
  /** The offset after this request, once known. */
  received?: number;
  /** It became complete by this request. */
  complete?: true;
};

/** Holds the caller's upload while `use` runs; another request that wants it ends a running one. Refuses 404 and 423. */
export async function holding<T>(
  asked: TusRequest,
  { id, write }: { id: string; write: boolean },
  use: (upload: Upload) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  let drain: NodeJS.Timeout | undefined;
  const onWanted = () => {
    drain ??= setTimeout(() => stop.abort(), drainMs);
  };
  const taken = await claimLease(asked.ctx, { id, write, onWanted });
  if (!taken.ok) throw refusedBy(taken);
  const { file, release } = taken.value;
  const upload: Upload = { file, stop: stop.signal };
  try {
    return await use(upload);
  } finally {
    clearTimeout(drain);
    await release(upload.received);
    // Not before: a check passes over rows that are being written, as giving a lease back does.
    if (upload.complete) asked.onComplete();
  }
}

/** Bytes kept so far. A complete upload whose last answer was lost in a crash is finished by whoever asks next. */
export async function offsetOf({ ctx }: TusRequest, upload: Upload): Promise<number> {
  const { file } = upload;
  if (file.state !== "receiving") return file.size;
  // "[The Server SHOULD respond] 410 Gone if the Server is keeping track of expired uploads."
  if (file.expiresAt && file.expiresAt <= ctx.runtime.clock())
    throw new UploadRefused(410, "This upload took too long.");
  const kept = await ctx.runtime.port(storagePort).received(file);
  if (kept === null) throw refusedBy(notFound());
  if (kept === file.size) await complete(ctx, upload);
  return kept;
}

async function complete({ runtime }: Ctx, upload: Upload): Promise<void> {
  if (!(await finishUpload(runtime, upload.file))) throw refusedBy(notFound());
  upload.complete = true;
}

/** Takes in what comes at `offset`, and no more than was announced. @returns the new offset. */
async function receive(
  { ctx, source }: TusRequest,
  upload: Upload,
  { offset, checksum }: { offset: number; checksum: Checksum | null },
): Promise<number> {
  const { file, stop } = upload;
  const bytes = atMost(file.size - offset, withIdleTimeout(source, { stop }));
  if (offset === file.size) return ended(bytes, offset);
  const storage = ctx.runtime.port(storagePort);
  const add = (some: AsyncIterable<Uint8Array>) => storage.append(file, offset, some);
  const now = await (checksum ? judged(ctx.runtime, checksum, bytes, add) : add(bytes));
  upload.received = now;
  if (now === file.size) await complete(ctx, upload);
  return now;
}

/** Bytes that nobody will ask for. What cannot be removed now goes with the next sweep. */
export const dropBytes = (runtime: Runtime, file: FileRow): Promise<void> =>
  runtime
    .port(storagePort)
    .remove(file)
    .catch((err) => runtime.log.warn({ err, file: file.id }, "bytes of a removed file stay until the next sweep"));

/** Nothing may follow the last byte. */
async function ended(source: AsyncIterable<Buffer>, offset: number): Promise<number> {
  for await (const _ of source);
  return offset;
}

async function* atMost(most: number, source: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let left = most;
  for await (const chunk of source) {
    left -= chunk.length;
    if (left < 0) throw new UploadRefused(413, "More bytes came than were announced.");
    yield chunk;
  }
}

/**
 * PATCH: bytes at an offset. "The Server MUST acknowledge successful PATCH requests with the 204 No Content status. It
 * MUST include the Upload-Offset header containing the new offset. The new offset MUST be the sum of the offset before
 * the PATCH request and the number of bytes received and processed or stored during the current PATCH request."
 */
export async function patch(asked: TusRequest): Promise<Response> {
  const { headers, id } = asked;
  // "All PATCH requests MUST use Content-Type: application/offset+octet-stream, otherwise the server SHOULD return a 415."
  if (headers.get("content-type") !== offsetBytes) throw new UploadRefused(415, `Bytes come as ${offsetBytes}.`);
  const offset = wholeNumber(headers, "upload-offset");
  if (offset === null) throw new UploadRefused(400, "Upload-Offset is missing.");
  const length = wholeNumber(headers, "upload-length");
  const coming = wholeNumber(headers, "content-length") ?? 0;
  const checksum = readChecksum(headers);
  return holding(asked, { id, write: true }, async (upload) => {
    const { file } = upload;
    const kept = await offsetOf(asked, upload);
    if (length !== null && length !== file.size) throw new UploadRefused(400, "The length of an upload stays.");
    // "If the offsets do not match, the Server MUST respond with the 409 Conflict status without modifying the upload."
    if (offset !== kept) throw new UploadRefused(409, `The upload continues at byte ${kept}.`);
    if (coming > file.size - kept) throw new UploadRefused(413, "More bytes came than were announced.");
    const now = await receive(asked, upload, { offset, checksum });
    return answer(204, { "upload-offset": String(now), ...expiry(file, now) });
  });
}

/**
 * POST: creation. "The Server MUST acknowledge a successful upload creation with the 201 Created status. The Server MUST
 * set the Location header to the URL of the created resource." With a body, creation-with-upload: "The Server … MUST
 * include the Upload-Offset header in the response."
 */
export async function create(asked: TusRequest): Promise<Response> {
  const checksum = readChecksum(asked.headers);
  const file = await announce(asked);
  const location = `/files/${file.id}`;
  if (asked.headers.get("content-type") !== offsetBytes) return answer(201, { location, ...expiry(file, 0) });
  const offset = await firstBytes(asked, file, checksum);
  return answer(201, { location, "upload-offset": String(offset), ...expiry(file, offset) });
}

async function announce({ ctx, headers, limits }: TusRequest): Promise<FileRow> {
  if (headers.has("upload-defer-length") || headers.has("upload-concat"))
    throw new UploadRefused(501, "A length that comes later, and files put together from parts, are not taken here.");
  const size = wholeNumber(headers, "upload-length");
  if (size === null) throw new UploadRefused(400, "Upload-Length is missing.");
  // "If the length of the upload exceeds the maximum … the Server MUST respond with the 413 … status."
  if (size > maxBytesOf(limits)) throw refusedBy(tooLarge(maxBytesOf(limits)));
  const started = await startUpload(ctx, { id: newId(), size, ...announcedBy(headers.get("upload-metadata")) });
  if (!started.ok) throw refusedBy(started);
  const { runtime } = ctx;
  const file = started.value;
  try {
    const ref = await runtime.port(storagePort).begin(file.key);
    if (ref) await runtime.db.update(files).set({ ref }).where(eq(files.id, file.id));
  } catch (error) {
    await drop(ctx.runtime, file);
    throw error;
  }
  return file;
}

/** The address of an upload whose announcement failed was never sent: nothing of it is kept. */
async function firstBytes(asked: TusRequest, file: FileRow, checksum: Checksum | null): Promise<number> {
  const { runtime } = asked.ctx;
  try {
    return await holding(asked, { id: file.id, write: true }, (upload) =>
      receive(asked, upload, { offset: 0, checksum }),
    );
  } catch (error) {
    await drop(runtime, file).catch((err) =>
      runtime.log.warn({ err, file: file.id }, "a failed upload stays until the sweep"),
    );
    throw error;
  }
}

async function drop(runtime: Runtime, file: FileRow): Promise<void> {
  await runtime.db.delete(files).where(eq(files.id, file.id));
  await dropBytes(runtime, file);
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const unreadable = () => new UploadRefused(400, "Upload-Metadata cannot be read.");

/**
 * "One or more comma-separated key-value pairs … The key MUST NOT contain spaces and commas and MUST NOT be empty …
 * the value MUST be Base64 encoded. All keys MUST be unique." Control characters in a value are refused.
 */
export function readMetadata(header: string | null): ReadonlyMap<string, string> {
  const read = new Map<string, string>();
  for (const pair of header?.trim() ? header.split(",") : []) {
    const [key = "", value = "", ...more] = pair.trim().split(" ");
    if (key === "" || more.length > 0 || !base64.test(value) || read.has(key)) throw unreadable();
    const text = Buffer.from(value, "base64").toString("utf8");
    if (/\p{Cc}/u.test(text)) throw new UploadRefused(400, `The ${key} cannot hold line breaks or control characters.`);
    read.set(key, text);
  }
  return read;
}

/** What a file is announced with: filename, filetype, purpose, about. */
function announcedBy(header: string | null) {
  const facts = readMetadata(header);
  return {
    name: facts.get("filename") ?? "",
    declaredType: facts.get("filetype") || null,
    purpose: facts.get("purpose") ?? "",
    about: facts.get("about") || null,
  };
}

/** "If an upload contains additional metadata, responses to HEAD requests MUST include the Upload-Metadata header." */
export const metadataOf = ({ name, declaredType, purpose, about }: FileRow): string =>
  Object.entries({ filename: name, filetype: declaredType, purpose, about })
    .flatMap(([key, value]) => (value ? [`${key} ${Buffer.from(value).toString("base64")}`] : []))
    .join(",");

import type { Ctx, Runtime } from "#src/platform/runtime.ts";
import { notFound } from "#src/shared/outcome.ts";
import { storagePort } from "../ports.ts";
import { claimLease, finishUpload } from "../storing/leases.ts";
import type { FileRow } from "../tables.ts";
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
export async function receive(
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

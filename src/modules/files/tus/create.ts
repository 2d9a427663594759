import { eq } from "drizzle-orm";
import { newId } from "#src/platform/ids.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { startUpload, tooLarge } from "../commands/start-upload.ts";
import { storagePort } from "../ports.ts";
import { maxBytesOf } from "../settings.ts";
import { type FileRow, files } from "../tables.ts";
import {
  answer,
  type Checksum,
  expiry,
  offsetBytes,
  readChecksum,
  refusedBy,
  type TusRequest,
  UploadRefused,
  wholeNumber,
} from "./protocol.ts";
import { dropBytes, holding, receive } from "./upload.ts";

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

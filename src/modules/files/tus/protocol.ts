import type { Readable } from "node:stream";
import type { Ctx } from "#src/platform/runtime.ts";
import { type Refusal, refusalStatus } from "#src/shared/outcome.ts";
import type { FileLimits } from "../settings.ts";
import type { FileRow } from "../tables.ts";

/** tus 1.0.0 (https://tus.io/protocols/resumable-upload). Sentences with MUST and SHOULD are quoted from there. */
export const version = "1.0.0";
export const extensions = "creation,creation-with-upload,termination,checksum,expiration";
export const offsetBytes = "application/offset+octet-stream";

/** One request of the protocol by a signed-in person. */
export type TusRequest = {
  ctx: Ctx;
  limits: FileLimits;
  /** Of the address; empty for a new upload. */
  id: string;
  headers: Headers;
  /** The bytes that come, read from Node's own request. */
  source: Readable;
  /** Called when an upload is complete and its row is unlocked. */
  onComplete: () => void;
};

/** Ends a request with this status and these words. */
export class UploadRefused extends Error {
  readonly status: number;
  readonly retryAfter: number | undefined;
  constructor(status: number, message: string, retryAfter?: number) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** A refusal of a command. What cannot be read is 400 in this protocol. */
export const refusedBy = ({ code, message, fields, retryAfter }: Refusal): UploadRefused =>
  new UploadRefused(code === "invalid" ? 400 : refusalStatus[code], fields?.[0]?.message ?? message, retryAfter);

/** "The Tus-Resumable header MUST be included in every request and response except for OPTIONS requests." */
export const answer = (status: number, headers: Record<string, string> = {}): Response =>
  new Response(null, { status, headers: { "tus-resumable": version, "cache-control": "no-store", ...headers } });

/** "The value MUST be a non-negative integer." Null without the header. */
export function wholeNumber(headers: Headers, name: string): number | null {
  const value = headers.get(name);
  if (value === null) return null;
  if (!/^\d{1,16}$/.test(value)) throw new UploadRefused(400, `${name} is a whole number of bytes.`);
  return Number(value);
}

/** "[Upload-Expires] MUST be included in every PATCH response if the upload is going to expire." */
export const expiry = ({ expiresAt, size }: FileRow, offset: number): Record<string, string> =>
  expiresAt && offset < size ? { "upload-expires": expiresAt.toUTCString() } : {};

import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { type BodyRead, bodyRead, bodyRefused } from "./body-refusal.ts";

const decoders = new Map([
  ["gzip", promisify(gunzip)],
  ["x-gzip", promisify(gunzip)],
  ["deflate", promisify(inflate)],
  ["br", promisify(brotliDecompress)],
]);

/** What a 415 for another coding names (RFC 9110 section 15.5.16). */
export const acceptedCodings = "gzip, deflate, br";

/** The coding that a request names; null without one. */
export const codingOf = (header: string | null | undefined): string | null => {
  const coding = (header ?? "").trim().toLowerCase();
  return coding === "" || coding === "identity" ? null : coding;
};

export const isKnown = (coding: string | null): boolean => coding === null || decoders.has(coding);

/** A body as it was before its coding, never more than `most` bytes. Several codings on one another are refused. */
export async function inflated(bytes: Buffer, coding: string | null, most: number): Promise<BodyRead<Buffer>> {
  if (coding === null) return bodyRead(bytes);
  const decode = decoders.get(coding);
  if (!decode) return bodyRefused(415);
  try {
    return bodyRead(await decode(bytes, { maxOutputLength: most }));
  } catch (error) {
    return bodyRefused(error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE" ? 413 : 400);
  }
}

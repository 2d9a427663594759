import { randomBytes } from "node:crypto";

const size = 9;
let pool = Buffer.alloc(0);

/** Twelve random characters that name a request in answers and logs; drawn a few hundred at a time. */
export function requestId(): string {
  if (pool.length < size) pool = randomBytes(size * 256);
  const id = pool.toString("base64url", 0, size);
  pool = pool.subarray(size);
  return id;
}

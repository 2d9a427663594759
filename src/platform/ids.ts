import { createHash, randomBytes, randomFillSync, randomInt } from "node:crypto";

/** Randomness for a few hundred ids at once: asking for it costs more than making the id. */
const random = Buffer.alloc(4096);
let used = random.length;

/** Random bytes that are drawn once, `size` of them; the next call but a few hundred writes over them. */
function nextRandom(size: number): Buffer {
  if (used + size > random.length) {
    randomFillSync(random);
    used = 0;
  }
  used += size;
  return random.subarray(used - size, used);
}

/** So many random bytes as base64url, for what is made with every request. */
export const randomText = (bytes: number): string => nextRandom(bytes).toString("base64url");

/** The millisecond of the last id, and its counter. */
let lastMs = 0;
let count = 0;

/**
 * A UUIDv7: sorts by creation time, and ids that this process makes in one millisecond by the order in which they were
 * made, up to 2,048 of them (RFC 9562, section 6.2, method 1). `now`: UTC, in milliseconds. An id, not a secret.
 */
export function newId(now = Date.now()): string {
  const bytes = nextRandom(16);
  count = now === lastMs ? count + 1 : bytes.readUInt16BE(6) & 0x7ff;
  lastMs = now;
  bytes.writeUIntBE(now, 0, 6);
  bytes.writeUInt16BE(0x7000 | (count & 0x0fff), 6);
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const alphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Seven random characters for people: no 0/O, 1/I/L, U. */
export const publicNumber = (): string =>
  Array.from({ length: 7 }, () => alphabet[randomInt(alphabet.length)]).join("");

/** 256 bits for links and cookies, base64url. */
export const secretToken = (): string => randomBytes(32).toString("base64url");

/** What the database keeps of such a token: 256 random bits need no slow hash. */
export const hashOf = (token: string): string => createHash("sha256").update(token).digest("base64url");

/** An id that the same form makes again for the same subject: sent twice, it is one row. `once` was made with the form. */
export function idOf(once: string, subject: string): string {
  const hex = createHash("sha256").update(`${once} ${subject}`).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}

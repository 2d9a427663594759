import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { keyFor } from "#src/platform/secret.ts";

export type KeyText = { prefix: string; whole: string };

/** `pwk_`, eight characters that name the key, `_`, and 32 random bytes. The first word lets scanners of leaks find it. */
const shape = /^pwk_([a-z0-9]{8})_[A-Za-z0-9_-]{43}$/;
const letters = "abcdefghijklmnopqrstuvwxyz0123456789";

/** A new key. 256 random bits: nobody guesses it, and its hash need not be slow. */
export function newKeyText(): KeyText {
  const prefix = [...randomBytes(8)].map((byte) => letters[byte % letters.length]).join("");
  return { prefix, whole: `pwk_${prefix}_${randomBytes(32).toString("base64url")}` };
}

/** The parts of what was sent as a key; null for what can be none. */
export function readKeyText(text: string): KeyText | null {
  const prefix = shape.exec(text)?.[1];
  return prefix ? { prefix, whole: text } : null;
}

/** What lists show of the secret part: four of its 43 characters. */
export const endingOf = ({ whole }: KeyText): string => whole.slice(-4);

/** What is kept of a key. */
export const keyHash = (secret: string, { whole }: KeyText): string =>
  createHmac("sha256", keyFor(secret, "api-keys")).update(whole).digest("base64url");

/** Whether a key is the one of this hash. Takes the same time whatever it finds. */
export function isKeyOf(secret: string, text: KeyText, hash: string): boolean {
  const [own, kept] = [Buffer.from(keyHash(secret, text)), Buffer.from(hash)];
  return own.length === kept.length && timingSafeEqual(own, kept);
}

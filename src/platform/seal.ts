import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const version = "v1";

/**
 * Encrypts a short text with AES-256-GCM and a random nonce. `about` names what it belongs to (a row's id): a sealed
 * text that was moved to another row does not open. `key` is 32 bytes from `keyFor`.
 */
export function seal(key: Buffer, text: string, about: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(about));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return [version, nonce.toString("base64url"), Buffer.concat([body, cipher.getAuthTag()]).toString("base64url")].join(
    ".",
  );
}

/** Opens what `seal` made for the same `about`; null when it was altered, moved, or sealed with another key. */
export function unseal(key: Buffer, sealed: string, about: string): string | null {
  const [mark, nonce = "", rest = ""] = sealed.split(".");
  const bytes = Buffer.from(rest, "base64url");
  if (mark !== version || bytes.length < 16) return null;
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(nonce, "base64url")).setAAD(Buffer.from(about));
    decipher.setAuthTag(bytes.subarray(-16));
    return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

import { createHmac, randomInt } from "node:crypto";
import type { Runtime } from "#src/platform/runtime.ts";
import { keyFor } from "#src/platform/secret.ts";
import { plainCode } from "#src/shared/typed-code.ts";

const alphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const length = 10;
const codesInASet = 10;

const oneCode = (): string => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");

/** Ten new codes, 49 random bits each. */
export const newBackupCodes = (): string[] => Array.from({ length: codesInASet }, oneCode);

/** As people read and type it: two groups of five. */
export const shownCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;

/** What was typed, as the code is kept: see `plainCode`; without dashes. */
export const typedCode = (text: string): string => plainCode(text).replaceAll("-", "");

export const looksLikeBackupCode = (code: string): boolean =>
  code.length === length && [...code].every((sign) => alphabet.includes(sign));

/**
 * What the database knows of a code. Random codes need no slow hash; the key, which is not in the database, keeps
 * somebody with a copy of it from trying all 2^49.
 */
export const hashBackupCode = (runtime: Pick<Runtime, "secret">, personId: string, code: string): string =>
  createHmac("sha256", keyFor(runtime.secret, "backup codes")).update(`${personId}:${code}`).digest("base64url");

import { createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { and, eq, isNotNull, isNull, lt } from "drizzle-orm";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import type { Ctx, Runtime } from "#src/platform/runtime.ts";
import { keyFor, unseal } from "#src/platform/secret.ts";
import type { Work } from "#src/platform/work.ts";
import { done, invalid, type Outcome, type Refusal } from "#src/shared/outcome.ts";
import { plainCode } from "#src/shared/typed-values.ts";
import { backupCodeUsedMail } from "../mails/ways-to-sign-in.ts";
import { limits, releaseAttempt, spend } from "../sign-in/limits.ts";
import { backupCodes, totps } from "../tables.ts";
import { factorsOf } from "./queries/factors-of.ts";

/** Length of a time step in seconds, and of a code in digits (RFC 6238 with SHA-1: what every app understands). */
const period = 30;
const digits = 6;

/** The number of the time step of `now`. */
export const stepAt = (now: Date): number => Math.floor(now.getTime() / (period * 1000));

const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** A new secret: 160 random bits in base32. */
export const newSecret = (): string => {
  const bits = [...randomBytes(20)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{5}/g) ?? []).map((five) => base32[Number.parseInt(five, 2)]).join("");
};

/** The code of one time step. */
export async function codeAt(secret: string, step: number): Promise<string> {
  const { HOTP, Secret } = await import("otpauth");
  return HOTP.generate({ secret: Secret.fromBase32(secret), counter: step, digits, algorithm: "SHA1" });
}

/**
 * The time step that `code` belongs to: the current one, or the one before, because people need time to type
 * (RFC 6238 section 5.2). Steps up to `lastStep` were used already. Null when none fits.
 */
export async function stepOfCode(secret: string, code: string, lastStep: number, now: Date): Promise<number | null> {
  const given = Buffer.from(code);
  const current = stepAt(now);
  for (const step of [current, current - 1]) {
    const right = Buffer.from(await codeAt(secret, step));
    if (step > lastStep && given.length === right.length && timingSafeEqual(given, right)) return step;
  }
  return null;
}

/** What an authenticator app reads from the picture. */
export async function keyAddress(secret: string, issuer: string, account: string): Promise<string> {
  const { TOTP } = await import("otpauth");
  const tidy = (text: string) => text.replaceAll(":", " ");
  return new TOTP({ issuer: tidy(issuer), label: tidy(account), secret, digits, period, algorithm: "SHA1" }).toString();
}

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

type Owner = { id: string; email: string };

export const codeKey = (secret: string): Buffer => keyFor(secret, "one-time codes");

export const wrongCode = (): Refusal =>
  invalid([
    { path: "code", message: "This code does not fit, or it was used already. Type the one that the app shows now." },
  ]);

const wrongBackupCode = (): Refusal =>
  invalid([{ path: "code", message: "This backup code does not fit, or it was used already. Try another one." }]);

/** Which limit a typed code counts against. */
const limitOf = (code: string) => (looksLikeBackupCode(typedCode(code)) ? limits.backupCode : limits.secondFactor);

/**
 * Counts one try of a code before it is looked at, then runs `step`; a right code does not count. Parallel tries
 * cannot slip through, and a refusal does not undo the count.
 */
export async function withinLimit<T>(
  ctx: Ctx,
  personId: string,
  code: string,
  step: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const limit = limitOf(code);
  const refused = await spend(ctx, limit, personId);
  if (refused) return refused;
  const outcome = await step();
  if (outcome.ok) await releaseAttempt(ctx, limit, personId);
  return outcome;
}

/** Checks a code of the app or a backup code, and uses it up: of any number of tries at once, one is right. */
export async function consumeCode(work: Work, owner: Owner, typed: string): Promise<Outcome<"totp" | "backup-code">> {
  const code = typedCode(typed);
  return looksLikeBackupCode(code) ? consumeBackupCode(work, owner, code) : consumeAppCode(work, owner.id, code);
}

async function consumeAppCode(work: Work, personId: string, code: string): Promise<Outcome<"totp">> {
  const [row] = await work.tx
    .select()
    .from(totps)
    .where(and(eq(totps.personId, personId), isNotNull(totps.confirmedAt)));
  const secret = row && unseal(codeKey(work.ctx.runtime.secret), row.secret, personId);
  if (!row || !secret) return wrongCode();
  const step = await stepOfCode(secret, code, row.lastStep, work.now);
  if (step === null) return wrongCode();
  const used = await work.tx
    .update(totps)
    .set({ lastStep: step })
    .where(and(eq(totps.personId, personId), lt(totps.lastStep, step)))
    .returning({ id: totps.personId });
  return used.length > 0 ? done("totp") : wrongCode();
}

async function consumeBackupCode(work: Work, { id, email }: Owner, code: string): Promise<Outcome<"backup-code">> {
  const used = await work.tx
    .update(backupCodes)
    .set({ usedAt: work.now })
    .where(
      and(
        eq(backupCodes.personId, id),
        eq(backupCodes.hash, hashBackupCode(work.ctx.runtime, id, code)),
        isNull(backupCodes.usedAt),
      ),
    )
    .returning({ id: backupCodes.id });
  if (used.length === 0) return wrongBackupCode();
  const { backupCodes: left } = await factorsOf(work.tx, id);
  await queueMail(work.tx, backupCodeUsedMail(email, left), work.now);
  return done("backup-code");
}

import { and, eq, isNotNull, isNull, lt } from "drizzle-orm";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { keyFor, unseal } from "#src/platform/secret.ts";
import type { Work } from "#src/platform/work.ts";
import { done, invalid, type Outcome, type Refusal } from "#src/shared/outcome.ts";
import { backupCodeUsedMail } from "../mails/factors.ts";
import { limits, releaseAttempt, spend } from "../sign-in/limits.ts";
import { backupCodes, totps } from "../tables.ts";
import { hashBackupCode, looksLikeBackupCode, stepOfCode, typedCode } from "./codes.ts";
import { factorsOf } from "./queries/factors-of.ts";

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

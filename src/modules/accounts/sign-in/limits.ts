import { eq, sql } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { type KeptBudget, keptBudgets } from "#src/platform/guest-budgets.ts";
import { countUse, uncountUse } from "#src/platform/limits.ts";
import type { Ctx, Runtime } from "#src/platform/runtime.ts";
import { type Refusal, refuse } from "#src/shared/outcome.ts";
import { daySeconds, hourSeconds } from "#src/shared/units.ts";
import { freeFailures, isExhausted, mostFailures, waitAfter } from "../domain/lifetimes.ts";
import { failedSignIns } from "../tables.ts";

/**
 * Counts one sign-in try before the password is looked at, so that parallel tries cannot slip through.
 * @returns null when the try may continue, else the refusal with the seconds to wait.
 */
export async function countFailedSignIn(runtime: Runtime, key: string): Promise<Refusal | null> {
  const now = runtime.clock();
  const free = freeFailures * runtime.config.limitsFactor;
  const most = mostFailures * runtime.config.limitsFactor;
  return await runtime.db.transaction(async (tx) => {
    // One statement makes and locks it: between two, a sign-in that is through may forget the row.
    const [row] = await tx
      .insert(failedSignIns)
      .values({ key, failures: 0, nextAt: now, lastAt: now })
      .onConflictDoUpdate({ target: failedSignIns.key, set: { key } })
      .returning();
    if (!row || isExhausted(row.failures, most)) return exhausted();
    // Only while tries were wrong: the moment of a parallel try may lie after ours, by another process's clock.
    if (waitAfter(row.failures, free) > 0 && row.nextAt > now)
      return tooMany(Math.ceil((row.nextAt.getTime() - now.getTime()) / 1000));
    const failures = row.failures + 1;
    const nextAt = new Date(now.getTime() + waitAfter(failures, free) * 1000);
    await tx.update(failedSignIns).set({ failures, nextAt, lastAt: now }).where(eq(failedSignIns.key, key));
    return null;
  });
}

const exhausted = (): Refusal =>
  refuse("too-many", "The password was wrong too many times in a row. Reset the password, or sign in with a passkey.", {
    retryAfter: 900,
  });

const tooMany = (seconds: number): Refusal =>
  refuse(
    "too-many",
    `The password was wrong several times. Try again in ${waitLabel(seconds)}, or reset the password.`,
    {
      retryAfter: seconds,
    },
  );

const waitLabel = (seconds: number): string => {
  const [count, unit] = seconds < 90 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
};

export async function forgetFailedSignIns(tx: Database, key: string): Promise<void> {
  await tx.delete(failedSignIns).where(eq(failedSignIns.key, key));
}

/** The password was never looked at: this try does not count. */
export async function uncountFailedSignIn(runtime: Runtime, key: string): Promise<void> {
  const failures = sql`greatest(0, ${failedSignIns.failures} - 1)`;
  await runtime.db.update(failedSignIns).set({ failures, nextAt: runtime.clock() }).where(eq(failedSignIns.key, key));
}

/** "Address" is the network address of the sender, "mailbox" the mail address that is written to. Guests' are in platform/guest-budgets.ts. */
export const limits = {
  signInAddress: keptBudgets.signIn,
  registerAddress: keptBudgets.register,
  mailAddress: keptBudgets.accountMail,
  mailbox: { name: "mailbox", most: 3, seconds: hourSeconds },
  secondFactor: { name: "second-factor", most: 5, seconds: 600 },
  backupCode: { name: "backup-code", most: 10, seconds: hourSeconds },
  startCode: { name: "start-code", most: 5, seconds: 600 },
  /** Codes of any letter to one mailbox, and of all letters: a million guesses must take longer than anybody lives. */
  startMailbox: { name: "start-mailbox", most: 15, seconds: daySeconds },
  startNetwork: keptBudgets.wrongCode,
  startCodes: { name: "start-codes", most: 300, seconds: hourSeconds },
  passkeyAddress: keptBudgets.passkey,
} as const satisfies Record<string, KeptBudget>;

/** Counts one use by `who`; null while the limit holds. Counted outside of transactions: a refusal does not undo it. */
export async function spend(ctx: Ctx, limit: KeptBudget, who: string): Promise<Refusal | null> {
  const { runtime } = ctx;
  const use = {
    key: `accounts:${limit.name}:${who}`,
    most: limit.most * runtime.config.limitsFactor,
    seconds: limit.seconds,
  };
  const wait = await countUse(runtime.db, use, runtime.clock());
  if (wait === null) return null;
  runtime.log.warn({ limit: limit.name, request: ctx.request.id }, "limit reached");
  return refuse("too-many", `This was done many times in a short time. Try again in ${waitLabel(wait)}.`, {
    retryAfter: wait,
  });
}

/** Takes one use back: what was right does not count. */
export const releaseAttempt = ({ runtime }: Ctx, limit: KeptBudget, who: string): Promise<void> =>
  uncountUse(runtime.db, { key: `accounts:${limit.name}:${who}`, seconds: limit.seconds }, runtime.clock());

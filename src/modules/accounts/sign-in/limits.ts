import { type KeptBudget, keptBudgets } from "#src/platform/guest-budgets.ts";
import { countUse, uncountUse } from "#src/platform/limits.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { type Refusal, refuse } from "#src/shared/outcome.ts";
import { daySeconds, hourSeconds } from "#src/shared/units.ts";
import { waitLabel } from "./failed-sign-ins.ts";

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

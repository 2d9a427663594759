import { desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { siteSetting } from "#src/modules/operator/index.server.ts";
import { command } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { refuseWhileHeld } from "#src/platform/outgoing-hold.ts";
import { mustBeFresh, type Work } from "#src/platform/work.ts";
import { formatUsd } from "#src/shared/money.ts";
import { done, notFound, type Refusal, refuse } from "#src/shared/outcome.ts";
import { actorId } from "#src/shared/viewer.ts";
import { formatDay, localOf } from "#src/shared/zone.ts";
import { balancesOf, payOut, type Transaction } from "../domain/ledger.ts";
import { isEarlyRun, nextPayoutDay, sumOf } from "../domain/payouts.ts";
import { canManageMoney } from "../domain/policy.ts";
import { movesMoney } from "../ports.ts";
import { payoutSetting } from "../settings.ts";
import { addToBalances } from "../settling/kept-sums.ts";
import { ledgerEntries, ledgerTransactions } from "../tables.ts";
import { type DuePayout, duePayouts, nextRunOf } from "./due.ts";
import { openMethod, sealMethod } from "./method-store.ts";
import { payoutLines, payoutMethods, payoutRuns, payouts, payoutsLeftOut } from "./payout-tables.ts";

const input = z.strictObject({
  /** Made by the form: pressed twice, it is one run. */
  runId: z.uuid(),
  /** What the admin saw as the whole sum. */
  seenCents: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  /** Who could be paid and is not paid in this run. */
  leftOut: z
    .array(
      z.strictObject({
        writerId: z.uuid(),
        reason: z.string().trim().min(3, "Write why this writer is not paid now.").max(300),
      }),
    )
    .max(2_000)
    .default([]),
  /** Before the announced day: the sentence that was asked to be repeated. */
  repeat: z.string().max(200).default(""),
});
export type LeftOut = z.infer<typeof input>["leftOut"];

/** To an admin who would pay himself, or say that he was paid. */
export const ownPayout = (): Refusal =>
  refuse("forbidden", "One of these payouts is yours, so another admin has to do this.");

/** Of any number of runs at once one continues; the others then find nothing more to pay. */
const oneAtATime = (work: Work) =>
  work.tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('payments:payouts', 0))`);

/** Asks once more for a run before the announced day; null when it may continue. */
async function askEarly({ tx, ctx, now }: Work, cents: number, repeat: string): Promise<Refusal | null> {
  const { settings } = ctx.runtime;
  const [rhythm, { timeZone }] = [await settings.get(payoutSetting), await settings.get(siteSetting)];
  const [last] = await tx.select().from(payoutRuns).orderBy(desc(payoutRuns.createdAt)).limit(1);
  const dayOf = (at: Date) => localOf(at, timeZone).date;
  if (!isEarlyRun(rhythm, dayOf(now), last ? dayOf(last.createdAt) : null)) return null;
  const day = new Date(`${nextPayoutDay(rhythm, dayOf(now))}T12:00:00Z`);
  const asked = `Pay out ${formatUsd(cents)} before ${formatDay(day, "UTC")}, the next day of payouts`;
  return repeat === asked ? null : refuse("conflict", `${asked}?`, { data: { repeat: asked } });
}

/**
 * An admin pays out what can be paid, less who is left out with a reason: a run with a payout for each writer, out of the
 * ledger at once, with the account as it is now. Refusals: not-found, step-up, invalid (a reason), conflict (nothing to
 * pay, not what the admin saw, before the announced day and not asked for twice).
 */
export const startPayouts = command<z.infer<typeof input>, { runId: string }>("payments.start-payouts", {
  input,
  run: async (work, { runId, seenCents, leftOut, repeat }) => {
    if (!canManageMoney(work.viewer)) return notFound();
    const stale = mustBeFresh(work);
    if (stale) return stale;
    const held = movesMoney(work.ctx.runtime) ? await refuseWhileHeld(work.tx) : null;
    if (held) return held;
    await oneAtATime(work);
    const [known] = await work.tx.select().from(payoutRuns).where(eq(payoutRuns.id, runId));
    if (known) return done({ runId });
    const reasons = new Map(leftOut.map(({ writerId, reason }) => [writerId, reason]));
    const payable = nextRunOf(await duePayouts(work.ctx.runtime, work.tx));
    const due = payable.filter(({ writerId }) => !reasons.has(writerId));
    const cents = sumOf(due);
    if (due.length === 0)
      return refuse("conflict", "There is nothing to pay out now. Another admin may have just done it.");
    if (due.some(({ writerId }) => writerId === actorId(work.viewer))) return ownPayout();
    if (cents !== seenCents)
      return refuse("conflict", "The list has changed since you opened it. Look at it again, then start the payouts.");
    const early = await askEarly(work, cents, repeat);
    if (early) return early;
    const run = { id: runId, cents, payouts: due.length, startedBy: actorId(work.viewer), createdAt: work.now };
    await work.tx.insert(payoutRuns).values({ ...run, demo: due.every(({ demo }) => demo) });
    for (const one of due) await payOne(work, runId, one);
    for (const { writerId, cents: waiting } of payable) {
      const reason = reasons.get(writerId);
      if (reason === undefined) continue;
      await work.tx.insert(payoutsLeftOut).values({ runId, writerId, cents: waiting, reason });
      const detail = { run: runId, cents: waiting, reason };
      work.audit({ action: "payments.payout-left-out", subject: writerId, detail });
    }
    work.audit({ action: "payments.payouts-started", subject: runId, detail: { cents, payouts: due.length } });
    return done({ runId });
  },
});

async function payOne(work: Work, runId: string, { writerId, cents, demo, lines }: DuePayout): Promise<void> {
  const { tx, ctx, now } = work;
  const id = newId();
  const [given] = await tx.select().from(payoutMethods).where(eq(payoutMethods.writerId, writerId)).for("share");
  const method = given && openMethod(ctx.runtime, given.sealed, writerId);
  if (!given || !method) throw new Error(`The payout method of ${writerId} is gone.`);
  const row = { id, runId, writerId, cents, currency: "USD", demo, ending: given.ending, createdAt: now };
  await tx.insert(payouts).values({ ...row, sealed: sealMethod(ctx.runtime, method, id) });
  await tx
    .insert(payoutLines)
    .values(lines.map(({ orderId, cents: part, demo: own }) => ({ payoutId: id, orderId, cents: part, demo: own })));
  await postPayout(work, { id, writerId }, lines, payOut);
}

type Payout = { id: string; writerId: string };
type Line = { orderId: string; cents: number; demo: boolean };

const atOnce = 500;

/** Writes what a payout moves, a transaction for each order behind it; the same payout posts the same kind once. */
export async function postPayout(
  work: Work,
  { id: payoutId, writerId }: Payout,
  lines: readonly Line[],
  move: (cents: number) => Transaction,
): Promise<void> {
  for (let at = 0; at < lines.length; at += atOnce) {
    const made = lines
      .slice(at, at + atOnce)
      .map(({ orderId, cents, demo }) => ({ id: newId(), orderId, demo, ...move(cents) }));
    const shared = { cause: `payout:${payoutId}`, paidBy: null, writerId, test: false, at: work.now };
    await work.tx
      .insert(ledgerTransactions)
      .values(made.map(({ id, orderId, kind, demo }) => ({ id, orderId, kind, demo, ...shared })));
    await work.tx
      .insert(ledgerEntries)
      .values(made.flatMap(({ id, postings, demo }) => postings.map((one) => ({ transactionId: id, ...one, demo }))));
    const moved = made.map(({ orderId, demo, ...one }) => ({
      writerId,
      orderId,
      demo,
      cents: balancesOf([one]).writer,
    }));
    await addToBalances(work.tx, moved);
  }
}

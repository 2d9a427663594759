import { and, asc, eq, gt, inArray, isNotNull } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { askedId } from "#src/platform/input.ts";
import { clearTimer, setTimer, type TimerKind } from "#src/platform/timers.ts";
import type { Work } from "#src/platform/work.ts";
import { mustBeFresh } from "#src/platform/work.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { actorId } from "#src/shared/viewer.ts";
import { returnPayout } from "../domain/ledger.ts";
import { undoSentMs } from "../domain/payouts.ts";
import { canManageMoney } from "../domain/policy.ts";
import { payoutLines, payouts } from "./payout-tables.ts";
import { ownPayout, postPayout } from "./start-run.ts";

type PayoutRow = typeof payouts.$inferSelect;

/** Ends a payout that is on its way, once: of two admins one does. */
async function end(
  work: Work,
  id: string,
  how: Pick<PayoutRow, "state"> & Partial<Pick<PayoutRow, "reference" | "reason" | "sealed">>,
): Promise<Outcome<PayoutRow>> {
  if (!canManageMoney(work.viewer)) return notFound();
  const stale = mustBeFresh(work);
  if (stale) return stale;
  const [known] = await work.tx.select().from(payouts).where(eq(payouts.id, id));
  if (known?.writerId === actorId(work.viewer)) return ownPayout();
  const [row] = await work.tx
    .update(payouts)
    .set({ ...how, endedAt: work.now, endedBy: actorId(work.viewer) })
    .where(and(eq(payouts.id, id), eq(payouts.state, "sending")))
    .returning();
  if (row) return done(row);
  return known ? refuse("conflict", "Another admin was first: this payout has ended already.") : notFound();
}

const paid = z.strictObject({
  payoutId: z.uuid(),
  reference: z.string().trim().min(2, "Write the bank's reference of this transfer.").max(140),
});

async function markPaid(work: Work, payoutId: string, reference: string): Promise<Outcome<PayoutRow>> {
  const ended = await end(work, payoutId, { state: "paid", reference });
  if (!ended.ok) return ended;
  const { writerId, cents } = ended.value;
  work.audit({ action: "payments.payout-paid", subject: writerId, detail: { payout: payoutId, cents, reference } });
  await setTimer(work, { kind: sentTimer, subject: payoutId, due: new Date(work.now.getTime() + undoSentMs) });
  return ended;
}

const sentTimer = "payments.payout-sent";

const lockPayouts = ({ tx }: Work, ids: readonly string[]) =>
  tx
    .select()
    .from(payouts)
    .where(inArray(payouts.id, [...ids]))
    .orderBy(asc(payouts.id))
    .for("update");

/** The time to take it back is over: the account goes, and the writer is notified. */
export const payoutTimers: readonly TimerKind[] = [
  {
    kind: sentTimer,
    lock: (work, id) => lockPayouts(work, [id]),
    run: async (work, id) => {
      const [row] = await work.tx
        .update(payouts)
        .set({ sealed: null })
        .where(and(eq(payouts.id, id), eq(payouts.state, "paid"), isNotNull(payouts.sealed)))
        .returning();
      if (!row) return;
      const { writerId, cents, number, ending, reference } = row;
      const payload = { writerId, cents, number, ending, reference };
      work.emit({ name: "payments.payout-paid", subject: id, payload });
    },
  },
];

const takenBack = z.strictObject({ payoutIds: z.array(z.uuid()).min(1).max(2_000) });

/**
 * Takes back for one minute that payouts were marked as sent: they are on their way again, and nobody was notified. Refusals:
 * not-found, forbidden (an own payout), conflict (the minute is over).
 */
export const takeBackSent = command<z.infer<typeof takenBack>, { back: number }>("payments.take-back-sent", {
  input: takenBack,
  run: async (work, { payoutIds }) => {
    if (!canManageMoney(work.viewer)) return notFound();
    const rows = await lockPayouts(work, payoutIds);
    if (rows.some(({ writerId }) => writerId === actorId(work.viewer))) return ownPayout();
    const since = new Date(work.now.getTime() - undoSentMs);
    const back = await work.tx
      .update(payouts)
      .set({ state: "sending", reference: null, endedAt: null, endedBy: null })
      .where(
        and(
          inArray(payouts.id, payoutIds),
          eq(payouts.state, "paid"),
          isNotNull(payouts.sealed),
          gt(payouts.endedAt, since),
        ),
      )
      .returning({ id: payouts.id, writerId: payouts.writerId, cents: payouts.cents });
    if (back.length === 0) return refuse("conflict", "The minute is over. The writer has been notified.");
    for (const { id, writerId, cents } of back) {
      await clearTimer(work, { kind: sentTimer, subject: id });
      work.audit({ action: "payments.payout-taken-back", subject: writerId, detail: { payout: id, cents } });
    }
    return done({ back: back.length });
  },
});

/** An admin read it on the bank statement. Refusals: not-found, step-up, invalid, conflict. */
export const confirmPayout = command<z.infer<typeof paid>, PayoutRow>("payments.confirm-payout", {
  input: paid,
  run: (work, { payoutId, reference }) => markPaid(work, payoutId, reference),
});

const allPaid = z.strictObject({ runId: askedId, reference: paid.shape.reference });

/**
 * The bank took all of a run under one reference: what is still on its way is marked as sent. Returns how many payouts.
 * Refusals: not-found, step-up, invalid, conflict (all of it has ended).
 */
export const confirmRun = command<z.infer<typeof allPaid>, { paid: number }>("payments.confirm-run", {
  input: allPaid,
  run: async (work, { runId, reference }) => {
    if (!canManageMoney(work.viewer) || !isId(runId)) return notFound();
    const stale = mustBeFresh(work);
    if (stale) return stale;
    const sending = and(eq(payouts.runId, runId), eq(payouts.state, "sending"));
    const rows = await work.tx
      .select({ id: payouts.id })
      .from(payouts)
      .where(sending)
      .orderBy(payouts.id)
      .for("update");
    if (rows.length === 0) return refuse("conflict", "No payout of this run is on its way.");
    for (const { id } of rows) {
      const marked = await markPaid(work, id, reference);
      if (!marked.ok) return marked;
    }
    return done({ paid: rows.length });
  },
});

const failed = z.strictObject({
  payoutId: z.uuid(),
  reason: z.string().trim().min(3, "Write the reason. The writer reads it.").max(300),
});

/** The bank did not accept it: the money is owed again and comes with the next run. Refusals: not-found, step-up, invalid, conflict. */
export const failPayout = command<z.infer<typeof failed>, PayoutRow>("payments.fail-payout", {
  input: failed,
  run: async (work, { payoutId, reason }) => {
    const ended = await end(work, payoutId, { state: "failed", reason, sealed: null });
    if (!ended.ok) return ended;
    const { id, writerId, cents, number, ending } = ended.value;
    const lines = await work.tx.select().from(payoutLines).where(eq(payoutLines.payoutId, id));
    await postPayout(work, { id, writerId }, lines, returnPayout);
    work.audit({ action: "payments.payout-failed", subject: writerId, detail: { payout: payoutId, cents, reason } });
    work.emit({
      name: "payments.payout-failed",
      subject: payoutId,
      payload: { writerId, cents, number, ending, reason },
    });
    return ended;
  },
});

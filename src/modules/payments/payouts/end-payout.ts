import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { mustBeFresh } from "#src/platform/fresh.ts";
import { askedId } from "#src/platform/id-schema.ts";
import type { Work } from "#src/platform/work.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { actorId } from "#src/shared/viewer.ts";
import { returnPayout } from "../domain/ledger.ts";
import { canManageMoney } from "../domain/policy.ts";
import { payoutLines, payouts } from "./payout-tables.ts";
import { postPayout } from "./post-payouts.ts";
import { ownPayout } from "./start-run.ts";

type PayoutRow = typeof payouts.$inferSelect;

/** Ends a payout that is on its way, once: of two admins one does. The account goes with it. */
async function end(
  work: Work,
  id: string,
  how: Pick<PayoutRow, "state"> & Partial<Pick<PayoutRow, "reference" | "reason">>,
): Promise<Outcome<PayoutRow>> {
  if (!canManageMoney(work.viewer)) return notFound();
  const stale = mustBeFresh(work);
  if (stale) return stale;
  const [known] = await work.tx.select().from(payouts).where(eq(payouts.id, id));
  if (known?.writerId === actorId(work.viewer)) return ownPayout();
  const [row] = await work.tx
    .update(payouts)
    .set({ ...how, sealed: null, endedAt: work.now, endedBy: actorId(work.viewer) })
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
  const { writerId, cents, number, ending } = ended.value;
  work.audit({ action: "payments.payout-paid", subject: writerId, detail: { payout: payoutId, cents, reference } });
  work.emit({
    name: "payments.payout-paid",
    subject: payoutId,
    payload: { writerId, cents, number, ending, reference },
  });
  return ended;
}

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
    const ended = await end(work, payoutId, { state: "failed", reason });
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

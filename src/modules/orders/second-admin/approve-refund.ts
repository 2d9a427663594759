import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { adminsWhoMay } from "#src/modules/accounts/index.server.ts";
import { command } from "#src/platform/command.ts";
import type { TimerKind } from "#src/platform/timers.ts";
import type { Work } from "#src/platform/work.ts";
import { mustBeFresh } from "#src/platform/work.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { carryOut, prepareStep } from "../commands/act.ts";
import { canApproveRefund, canWithdrawRefund, isParty, mayRefund, ownOrderRefusal } from "../domain/policy.ts";
import { actInput } from "../steps/act-input.ts";
import { loadOrder, type OrderRow } from "../storage/order-row.ts";
import {
  endHeldRefund,
  type HeldRefund,
  heldRefundTimer,
  isPossible,
  openHeldRefund,
  overtaken,
} from "./held-refunds.ts";
import { heldRefunds } from "./refund-tables.ts";

const one = z.strictObject({ refundId: z.uuid() });

const settled = () => refuse("conflict", "This refund was approved, withdrawn or ended already.");

/** The refund that waits under this id, with its order locked; null: it does not wait any more. */
async function lockHeld(work: Work, id: string): Promise<{ order: OrderRow; held: HeldRefund } | null> {
  const waiting = and(eq(heldRefunds.id, id), isNull(heldRefunds.endedAt));
  const [seen] = await work.tx.select().from(heldRefunds).where(waiting);
  const order = seen && (await loadOrder(work.tx, seen.orderId, true));
  const held = order ? await openHeldRefund(work, order.id) : null;
  return order && held?.id === id ? { order, held } : null;
}

/** Takes the held step in the name of who asked for it, by the rules and the money of this moment. */
async function claimHeld(work: Work, order: OrderRow, held: HeldRefund, approvedBy: string | null) {
  const asked = actInput.parse({ ...held.step, orderId: order.id });
  const prepared = await prepareStep(work, asked, { order, actor: { kind: "A", id: held.askedBy } });
  if (!prepared.ok) return prepared;
  const { detail } = prepared.value;
  const known = { chosenCents: held.cents, approvedBy: approvedBy ?? "hours" };
  return carryOut(work, asked, { ...prepared.value, detail: { ...detail, ...known } });
}

const mayStill = async ({ tx }: Work, { askedBy }: HeldRefund): Promise<boolean> =>
  (await adminsWhoMay(tx, "money")).some(({ id }) => id === askedBy);

const hasNoRight = "The admin who asked for this refund has no right to money any more.";

/**
 * A second admin approves a refund, which happens at once, by the rules and the money of this moment.
 * Refusals: not-found, forbidden (the own request, the own order), conflict (it does not wait any more, or the order
 * has moved on), step-up, and what the step itself refuses: never more goes back than is left.
 */
export const approveRefund = command<z.infer<typeof one>, { orderId: string; number: string }>(
  "orders.approve-refund",
  {
    input: one,
    run: async (work, { refundId }) => {
      const { viewer } = work;
      if (viewer.kind !== "person" || !mayRefund(viewer)) return notFound();
      const found = await lockHeld(work, refundId);
      if (!found) return settled();
      const { order, held } = found;
      if (isParty(order, viewer)) return ownOrderRefusal();
      if (!canApproveRefund(order, held, viewer))
        return refuse("forbidden", "You asked for this refund. Another admin has to approve it.");
      const stale = mustBeFresh(work);
      if (stale) return stale;
      if (!(await mayStill(work, held))) return refuse("conflict", `${hasNoRight} Withdraw it.`);
      if (!isPossible(held, order)) return refuse("conflict", `${overtaken} Withdraw it.`);
      const taken = await claimHeld(work, order, held, viewer.id);
      if (!taken.ok) return taken;
      await endHeldRefund(work, held, { outcome: "approved" });
      return done({ orderId: order.id, number: order.number });
    },
  },
);

/** Takes back a refund that waits; any admin with money, who asked for it too. Refusals: not-found, forbidden, conflict. */
export const withdrawRefund = command<z.infer<typeof one>, { orderId: string; number: string }>(
  "orders.withdraw-refund",
  {
    input: one,
    run: async (work, { refundId }): Promise<Outcome<{ orderId: string; number: string }>> => {
      if (!mayRefund(work.viewer)) return notFound();
      const found = await lockHeld(work, refundId);
      if (!found) return settled();
      const { order, held } = found;
      if (!canWithdrawRefund(order, work.viewer)) return ownOrderRefusal();
      await endHeldRefund(work, held, { outcome: "withdrawn" });
      return done({ orderId: order.id, number: order.number });
    },
  },
);

/** Why a refund whose time has come is not taken; null: it is. */
async function refusedAtEnd(work: Work, order: OrderRow, held: HeldRefund): Promise<string | null> {
  if (!held.alone) return "No second admin approved it in time.";
  if (!(await mayStill(work, held))) return hasNoRight;
  if (!isPossible(held, order)) return overtaken;
  const taken = await claimHeld(work, order, held, null);
  return taken.ok ? null : taken.message;
}

/** When its time has come, the refund of an admin without colleagues is taken; one that waits for a second admin ends. */
export const heldRefundTimers: readonly TimerKind[] = [
  {
    kind: heldRefundTimer,
    lock: (work, subject) => loadOrder(work.tx, subject, true),
    run: async (work, subject) => {
      const order = await loadOrder(work.tx, subject, true);
      const held = order && (await openHeldRefund(work, order.id));
      if (!held || held.dueAt > work.now) return;
      const why = await refusedAtEnd(work, order, held);
      await endHeldRefund(work, held, why === null ? { outcome: "taken-alone" } : { outcome: "ended", why });
    },
  },
];

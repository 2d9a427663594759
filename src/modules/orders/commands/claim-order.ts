import { z } from "zod";
import { siteSetting } from "#src/modules/operator/index.server.ts";
import { command } from "#src/platform/command.ts";
import { askedId } from "#src/platform/input.ts";
import type { Work } from "#src/platform/work.ts";
import { done, notFound, type Outcome, type Refusal, refuse } from "#src/shared/outcome.ts";
import { formatDay, localOf } from "#src/shared/zone.ts";
import { dueAt } from "../domain/deadlines.ts";
import type { AnyOrderEventName } from "../domain/entries-and-events.ts";
import { maySharePerson, writerIdOf } from "../domain/policy.ts";
import { type KnownWriter, writerDirectory } from "../ports.ts";
import { applyStep, lockWriter } from "../steps/apply-step.ts";
import { loadOrder, type OrderRow } from "../storage/order-row.ts";
import { type Acted, actedOf } from "./act.ts";

const input = z.strictObject({ orderId: askedId });

/** The same words for an order that is taken, one that ended, and one that never was. */
const gone = () =>
  refuse("conflict", "Somebody else took this order, or it is not open any more. Nothing was changed.", {
    data: { claim: "gone" satisfies ClaimRefused },
  });

/** Why a claim was not taken, for the way on that a page shows. */
export type ClaimRefused = "gone" | "full" | "late" | "away";

/**
 * A writer takes a paid order and starts on it: claimed and accepted in one transaction, so that of any number at once
 * one wins; a second press of the winner answers the same. An order whose client may be the same person as the writer stays `confirmed`, and an admin is notified.
 * Refusals: not-found (no writer), conflict (gone, no capacity, paused, past the deadline, due in the own days
 * off, or the operator assigns), forbidden (an order of the own).
 */
export const claimOrder = command<z.infer<typeof input>, Acted>("orders.claim", {
  input,
  run: async (work, { orderId }) => {
    const writerId = writerIdOf(work.viewer);
    if (writerId === null) return notFound();
    const order = await loadOrder(work.tx, orderId, true);
    // The second press of a double click: the work is this writer's already.
    if (order?.status === "in_progress" && order.writerId === writerId) return done(actedOf(order, { kind: "none" }));
    if (order?.status !== "confirmed") return gone();
    const due = dueAt(order);
    if (due && due <= work.now)
      return refuse("conflict", "The deadline of this order has passed, so our team decides how it continues.", {
        data: { claim: "late" satisfies ClaimRefused },
      });
    const hints = await work.ctx.runtime.port(writerDirectory).hints(work.tx, writerId);
    if (order.clientId !== writerId && maySharePerson(order, hints)) return askAdmin(work, order, writerId);
    const claimed = await claim(work, order, writerId);
    if (!claimed.ok) return claimed;
    const actor = { kind: "W", id: writerId } as const;
    // A moment later, so that the history reads in this order.
    const next = { ...work, now: new Date(work.now.getTime() + 1) };
    const started = await applyStep(next, { order: claimed.value, action: "accept", actor });
    return started.ok ? done(actedOf(started.value.order, started.value.money)) : started;
  },
});

/** Perhaps the writer's own order: nothing is refused, a person of the team looks at it first. */
function askAdmin(work: Work, order: OrderRow, writerId: string): Outcome<Acted> {
  work.audit({ action: "order.claim-asked", subject: order.id, detail: { writerId } });
  work.emit({ name: "order.claim-asked" satisfies AnyOrderEventName, subject: order.id, payload: { writerId } });
  return done(actedOf(order, { kind: "none" }));
}

async function claim(work: Work, order: OrderRow, writerId: string): Promise<Outcome<OrderRow>> {
  const locked = await lockWriter(work, writerId);
  if (!locked.ok) return notFound();
  const { facts, known } = locked.value;
  if (!facts.active) return refuse("conflict", "You get no new orders now. Write to Support if you do not know why.");
  if (facts.openOrders >= facts.capacity)
    return refuse("conflict", "You have no free place. Deliver an order first, then you can take another one.", {
      data: { claim: "full" satisfies ClaimRefused },
    });
  const taken = await applyStep(work, {
    order,
    action: "claim",
    actor: { kind: "W", id: writerId },
    params: { writer: facts },
    also: { writerName: known.pseudonym, writerShare: known.sharePercent },
    detail: { writerId: known.id, writerName: known.pseudonym, writerShare: known.sharePercent },
  });
  if (!taken.ok) return taken;
  return (await dueInDaysOff(work, taken.value.order, known)) ?? done(taken.value.order);
}

/** Work whose own deadline or order's deadline falls into the days off: refused with both dates. */
async function dueInDaysOff(work: Work, order: OrderRow, { daysOff }: KnownWriter): Promise<Refusal | null> {
  const toClient = dueAt(order);
  const due = order.writerDeadline ?? toClient;
  if (!due) return null;
  const { timeZone } = await work.ctx.runtime.settings.get(siteSetting);
  const off = daysOff(localOf(due, timeZone).date, localOf(toClient ?? due, timeZone).date);
  if (off === null) return null;
  return refuse(
    "conflict",
    `This work is due ${formatDay(due, timeZone)}, in your days off (${off}). Change your days off first, or take other work.`,
    { data: { claim: "away" satisfies ClaimRefused } },
  );
}

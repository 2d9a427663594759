import { command } from "#src/platform/command.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { mayRefund } from "../domain/policy.ts";
import type { OrderStatus } from "../domain/states.ts";
import type { MoneyEffect } from "../domain/step-money.ts";
import { chosenByAdmin, type HeldFor, holdAboveLimit } from "../second-admin/hold-refund.ts";
import { type ActInput, actInput } from "../steps/act-input.ts";
import { lockForAction } from "../steps/apply-step.ts";
import type { OrderRow } from "../storage/order-row.ts";
import { carryOut, prepareStep } from "./carry-out.ts";

export type Acted = {
  orderId: string;
  number: string;
  status: OrderStatus;
  version: number;
  money: MoneyEffect;
  /** Set where nothing was done yet: the refund waits for another admin, or for its time. */
  heldFor?: HeldFor;
};

/**
 * One step in the life of an order by a person, whatever the lifecycle table allows. A refund by an admin's choice above
 * the limit is held for a second admin instead.
 * Refusals: signed-out, not-found (foreign or unknown), forbidden, conflict (state, guard, or somebody was first),
 * invalid (something is missing), price-changed (the refund that was seen is not today's), step-up (a refund by the
 * admin whose sign-in is not fresh).
 */
export const act = command<ActInput, Acted>("orders.act", {
  input: actInput,
  run: async (work, asked) => {
    const locked = await lockForAction(work, asked);
    if (!locked.ok) return locked;
    const prepared = await prepareStep(work, asked, locked.value);
    if (!prepared.ok) return prepared;
    const chosen = await chosenByAdmin(work, prepared.value);
    if (!chosen.ok) return chosen;
    if (chosen.value > 0 && !mayRefund(work.viewer)) return refuse("forbidden", needsMoney);
    const held = await holdAboveLimit(work, asked, locked.value, chosen.value);
    if (!held.ok) return held;
    if (held.value) return done({ ...actedOf(locked.value.order, { kind: "none" }), heldFor: held.value });
    const detail = { ...prepared.value.detail, ...(chosen.value > 0 && { chosenCents: chosen.value }) };
    const taken = await carryOut(work, asked, { ...prepared.value, detail });
    return taken.ok ? done(actedOf(taken.value.order, taken.value.money)) : taken;
  },
});

const needsMoney =
  "This refund is higher than the rules give. Only an admin with the right to money can give it. Ask one of them.";

export const actedOf = (order: OrderRow, money: MoneyEffect): Acted => ({
  orderId: order.id,
  number: order.number,
  status: order.status,
  version: order.stepVersion,
  money,
});

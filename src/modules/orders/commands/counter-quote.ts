import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { askedId } from "#src/platform/input.ts";
import { refusalOf } from "#src/shared/honest-use/judge.ts";
import { done, invalid, type Outcome } from "#src/shared/outcome.ts";
import { readAmount } from "#src/shared/typed-values.ts";
import { maxText } from "../domain/action-params.ts";
import type { CounterOffer } from "../domain/quote-offer.ts";
import { applyStep } from "../steps/apply-step.ts";
import { lockForAction } from "../steps/lock-for-action.ts";
import type { OrderRow } from "../storage/order-row.ts";
import { type Acted, actedOf } from "./act.ts";
import { readTypedTime } from "./typed-time.ts";

const typed = z.string().trim().max(40).default("");
const input = z.strictObject({
  orderId: askedId,
  seenVersion: z.coerce.number().int().optional(),
  /** In US dollars; empty leaves the price open. */
  price: typed,
  /** Left as they are where they are empty or the same. */
  deadlineDate: typed,
  deadlineTime: typed,
  deadlineZone: typed,
  text: z
    .string()
    .max(maxText + 1)
    .default(""),
});
type Input = z.infer<typeof input>;

function offerOf(asked: Input, order: OrderRow): Outcome<CounterOffer & { zone: string | null }> {
  const time = readTypedTime(asked, order);
  if (!time.ok) return time;
  const price = asked.price === "" ? null : readAmount(asked.price);
  if (price && !price.ok) return invalid([{ path: "price", message: price.message }]);
  const refusal = refusalOf(asked.text);
  if (refusal) return invalid([{ path: "text", message: refusal }]);
  const { deadline, deadlineZone: zone } = time.value;
  return done({
    cents: price?.value ?? null,
    deadline: deadline ? new Date(deadline) : null,
    text: asked.text,
    zone,
  });
}

/**
 * The client answers a quote with another price, deadline or scope. The quote does not stand any more, and the admins
 * answer with a new version. Refusals as `act`.
 */
export const counterQuote = command<Input, Acted>("orders.counter-quote", {
  input,
  run: async (work, asked) => {
    const locked = await lockForAction(work, { ...asked, action: "counter-quote" });
    if (!locked.ok) return locked;
    const { order, actor } = locked.value;
    const offer = offerOf(asked, order);
    if (!offer.ok) return offer;
    const { zone, ...counter } = offer.value;
    const taken = await applyStep(work, {
      order,
      action: "counter-quote",
      actor,
      params: { counter },
      text: counter.text.trim() || undefined,
      detail: {
        ...(counter.cents !== null && { counterCents: counter.cents }),
        ...(counter.deadline && { counterDeadline: counter.deadline.toISOString(), counterZone: zone }),
      },
    });
    return taken.ok ? done(actedOf(taken.value.order, taken.value.money)) : taken;
  },
});

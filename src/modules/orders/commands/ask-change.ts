import { z } from "zod";
import { fieldsOf, isService } from "#src/modules/pricing/index.ts";
import { command } from "#src/platform/command.ts";
import { askedId } from "#src/platform/id-schema.ts";
import type { Work } from "#src/platform/work.ts";
import { done, type Outcome } from "#src/shared/outcome.ts";
import { checkLead, columnsOfChange, priceChange } from "../change-columns.ts";
import type { KeptChange } from "../domain/order-facts.ts";
import { lockForAction } from "../lock-for-action.ts";
import type { OrderRow } from "../order-row.ts";
import { type Step, takeStep } from "../take-step.ts";
import { type Acted, actedOf } from "./act.ts";
import { readTypedTime } from "./typed-time.ts";

const typed = z.string().trim().max(40).default("");
const input = z.strictObject({
  orderId: askedId,
  seenVersion: z.coerce.number().int().optional(),
  /** Left as they are where they are empty or the same. */
  deadlineDate: typed,
  deadlineTime: typed,
  deadlineZone: typed,
  pages: typed,
  citedSources: typed,
  /** The new total that the client saw. */
  changeSeenCents: z.coerce.number().int().optional(),
});
type Input = z.infer<typeof input>;
type Wish = Omit<KeptChange, "askedAt" | "agreedAt" | "cents">;

/** A whole number that differs from what the order has; null: left as it is. */
const countOf = (text: string, now: number | null): number | null => {
  const count = text === "" ? now : Number(text);
  return count === now ? null : count;
};

async function wishOf(work: Work, asked: Input, order: OrderRow): Promise<Outcome<Wish>> {
  const time = readTypedTime(asked, order);
  if (!time.ok) return time;
  const near = time.value.deadline ? await checkLead(work, order, new Date(time.value.deadline)) : done(null);
  if (!near.ok) return near;
  const priced: readonly string[] = isService(order.service) ? fieldsOf[order.service] : [];
  const count = (name: "pages" | "citedSources") => (priced.includes(name) ? countOf(asked[name], order[name]) : null);
  return done({ ...time.value, pages: count("pages"), citedSources: count("citedSources") });
}

/**
 * The client asks for another deadline, other pages or sources. The first time it answers with the new total
 * ("price-changed", `data.totalCents` and `data.differenceCents`); sent with that total it is asked of the writer, or
 * goes on at once where there is none. Refusals as `act`.
 */
export const askChange = command<Input, Acted>("orders.ask-change", {
  input,
  run: async (work, asked) => {
    const locked = await lockForAction(work, { ...asked, action: "ask-change" });
    if (!locked.ok) return locked;
    const { order, actor } = locked.value;
    const wish = await wishOf(work, asked, order);
    if (!wish.ok) return wish;
    const priced = await priceChange(work, order, wish.value);
    if (!priced.ok) return priced;
    const change = { ...wish.value, cents: priced.value.quote.totalCents };
    return takeChangeStep(work, change, {
      order,
      action: "ask-change",
      actor,
      params: { change, ...(asked.changeSeenCents !== undefined && { changeSeenCents: asked.changeSeenCents }) },
      detail: detailOf(order, change),
    });
  },
});

const answer = z.strictObject({ orderId: askedId, seenVersion: z.coerce.number().int().optional() });

/** The writer agrees to what the client asks, or an admin does. Refusals as `act`. */
export const acceptChange = command<z.infer<typeof answer>, Acted>("orders.accept-change", {
  input: answer,
  run: async (work, asked) => {
    const locked = await lockForAction(work, { ...asked, action: "accept-change" });
    if (!locked.ok) return locked;
    const { order, actor } = locked.value;
    return takeChangeStep(work, order.change, { order, action: "accept-change", actor });
  },
});

/** What was different before and after, for the history. */
const detailOf = (
  order: OrderRow,
  { cents, pages, citedSources, deadline }: Omit<KeptChange, "askedAt" | "agreedAt">,
) => ({
  from: order.priceCents,
  to: cents,
  ...(pages !== null && { pages }),
  ...(citedSources !== null && { citedSources }),
  ...(deadline && { deadline }),
});

/** The work's own columns change only in the step that makes the change. */
async function takeChangeStep(
  work: Work,
  change: Omit<KeptChange, "askedAt" | "agreedAt"> | null,
  step: Step,
): Promise<Outcome<Acted>> {
  const columns = await columnsOfChange(work, step.order, change);
  if (!columns.ok) return columns;
  const taken = await takeStep(work, { ...step, alsoIfPriced: columns.value });
  return taken.ok ? done(actedOf(taken.value.order, taken.value.money)) : taken;
}

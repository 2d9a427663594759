import { z } from "zod";
import { fieldsOf, isService, PAGES, SOURCES } from "#src/modules/pricing/index.ts";
import { command } from "#src/platform/command.ts";
import { askedId } from "#src/platform/input.ts";
import type { Work } from "#src/platform/work.ts";
import { refusalOf } from "#src/shared/honest-use/judge.ts";
import { done, type FieldError, invalid, type Outcome } from "#src/shared/outcome.ts";
import { readAmount, readCount } from "#src/shared/typed-values.ts";
import { type CounterOffer, maxText } from "../domain/action-params.ts";
import type { KeptChange } from "../domain/order-facts.ts";
import { applyStep, lockForAction, type Step } from "../steps/apply-step.ts";
import { checkLead, columnsOfChange, priceChange, readTypedTime } from "../steps/change-columns.ts";
import type { OrderRow } from "../storage/order-row.ts";
import { type Acted, actedOf } from "./act.ts";

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

const bounds = { pages: PAGES, citedSources: SOURCES } as const;

/** Counts that differ from what the order has; null: left as it is. Refuses invalid, by field. */
function countsOf(asked: Input, order: OrderRow): Outcome<Pick<Wish, "pages" | "citedSources">> {
  const priced: readonly string[] = isService(order.service) ? fieldsOf[order.service] : [];
  const wrong: FieldError[] = [];
  const count = (name: "pages" | "citedSources"): number | null => {
    if (asked[name] === "" || !priced.includes(name)) return null;
    const read = readCount(asked[name], bounds[name]);
    if (!read.ok) wrong.push({ path: name, message: read.message });
    return read.ok && read.value !== order[name] ? read.value : null;
  };
  const counts = { pages: count("pages"), citedSources: count("citedSources") };
  return wrong.length > 0 ? invalid(wrong) : done(counts);
}

async function wishOf(work: Work, asked: Input, order: OrderRow): Promise<Outcome<Wish>> {
  const time = readTypedTime(asked, order);
  if (!time.ok) return time;
  const near = time.value.deadline ? await checkLead(work, order, new Date(time.value.deadline)) : done(null);
  if (!near.ok) return near;
  const counts = countsOf(asked, order);
  return counts.ok ? done({ ...time.value, ...counts.value }) : counts;
}

/**
 * The client asks for another deadline, other pages or sources. The first time it answers with the new total
 * ("price-changed", `data.totalCents` and `data.differenceCents`); sent with that total it is asked of the writer, or
 * continues at once where there is none. Refusals as `act`.
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
    return applyChangeStep(work, change, {
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
    return applyChangeStep(work, order.change, { order, action: "accept-change", actor });
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
async function applyChangeStep(
  work: Work,
  change: Omit<KeptChange, "askedAt" | "agreedAt"> | null,
  step: Step,
): Promise<Outcome<Acted>> {
  const columns = await columnsOfChange(work, step.order, change);
  if (!columns.ok) return columns;
  const taken = await applyStep(work, { ...step, alsoIfPriced: columns.value });
  return taken.ok ? done(actedOf(taken.value.order, taken.value.money)) : taken;
}

const counterInput = z.strictObject({
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
type CounterInput = z.infer<typeof counterInput>;

function offerOf(asked: CounterInput, order: OrderRow): Outcome<CounterOffer & { zone: string | null }> {
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
export const counterQuote = command<CounterInput, Acted>("orders.counter-quote", {
  input: counterInput,
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

import { z } from "zod";
import { keptParts, type LoadedPricing, leadSetting, loadPricing } from "#src/modules/pricing/index.server.ts";
import { type DeadlineStep, deadlineSteps, lockEnd, makeQuote, type Quote } from "#src/modules/pricing/index.ts";
import { command } from "#src/platform/command.ts";
import { askedId } from "#src/platform/input.ts";
import type { Work } from "#src/platform/work.ts";
import { usdString } from "#src/shared/money.ts";
import { done, type Outcome, type Refusal, refuse } from "#src/shared/outcome.ts";
import { dayMs } from "#src/shared/units.ts";
import type { AnyOrderEventName } from "../domain/entries-and-events.ts";
import { timerChanges } from "../domain/life-timers.ts";
import { visibleOrder } from "../domain/policy.ts";
import { stageText } from "../domain/status-labels.ts";
import { lifeSetting } from "../settings.ts";
import { somebodyWasFirst, writeHistory, writeTimers } from "../steps/apply-step.ts";
import { saveOrder } from "../steps/save-order.ts";
import { factsOf, loadOrder, type OrderRow } from "../storage/order-row.ts";
import type { Snapshot } from "../storage/snapshot.ts";

const input = z.strictObject({
  orderId: askedId,
  /** The new total that the client saw and takes. */
  confirmTotalCents: z.coerce.number().int().optional(),
  /** A later deadline, when the old one has come too near. */
  deadline: z
    .union([z.date(), z.iso.datetime({ offset: true })])
    .transform((at) => new Date(at))
    .optional(),
});
type Input = z.infer<typeof input>;

export type Repriced = { orderId: string; totalCents: number; lockEndsAt: Date | null; changed: boolean };

/**
 * After the price lock: today's price for the same work. The same total locks again by itself; another
 * one is refused as "price-changed" until it is confirmed. Under the minimum lead "expired" offers later deadlines in
 * `data.later`. Inside the lock nothing changes.
 */
export const repriceAfterLock = command<Input, Repriced>("orders.reprice", {
  input,
  run: async (work, asked) => {
    const seen = visibleOrder(await loadOrder(work.tx, asked.orderId, true), work.viewer, "checkout");
    if (!seen.ok) return seen;
    const order = seen.value;
    if (order.status !== "pending" || !order.snapshot)
      return refuse("conflict", `The order is ${stageText(order)}, so its price stays.`, {
        data: { status: order.status },
      });
    if (!asked.deadline && order.lockEndsAt && work.now <= order.lockEndsAt) return done(answer(order, false));
    const pricing = await loadPricing(work.tx, work.now);
    if (!pricing.ok) return pricing;
    return repriced(work, asked, order, order.snapshot, pricing.value);
  },
});

const answer = (order: OrderRow, changed: boolean): Repriced => ({
  orderId: order.id,
  totalCents: order.priceCents ?? 0,
  lockEndsAt: order.lockEndsAt,
  changed,
});

async function repriced(
  work: Work,
  asked: Input,
  order: OrderRow,
  old: Snapshot,
  pricing: LoadedPricing,
): Promise<Outcome<Repriced>> {
  const deadline = asked.deadline ?? order.deadline;
  const priced = await priceAgain(work, old, pricing, deadline);
  if (!priced.ok) return asked.deadline ? priced : tooNear(work, old, pricing, priced);
  const { totalCents, lines } = priced.value;
  const same = totalCents === order.priceCents && !asked.deadline;
  if (!same && asked.confirmTotalCents !== totalCents) {
    const data = { totalCents, total: usdString(totalCents), previousTotalCents: order.priceCents, lines };
    return refuse("price-changed", "Your price is no longer locked. Look at the new total before you pay.", {
      data,
    });
  }
  return writePrice(work, order, old, priced.value, pricing);
}

async function priceAgain(
  work: Work,
  old: Snapshot,
  pricing: LoadedPricing,
  deadline: Date | null,
): Promise<Outcome<Quote>> {
  const minimumLeadHours = await work.ctx.runtime.settings.get(leadSetting);
  const sent = { ...old.inputs, ...(deadline ? { deadline: deadline.toISOString() } : {}) };
  return makeQuote(pricing.table, sent, { mode: "json", now: work.now, minimumLeadHours });
}

/** The steps that are still far enough, each with its total. Work that the table no longer knows has none. */
async function tooNear(work: Work, old: Snapshot, pricing: LoadedPricing, refusal: Refusal): Promise<Refusal> {
  const far = await priceAgain(work, old, pricing, new Date(work.now.getTime() + 60 * dayMs));
  if (!far.ok) return refusal;
  const { input: same } = far.value;
  const minimum = (await work.ctx.runtime.settings.get(leadSetting))[same.service];
  const steps = deadlineSteps(pricing.table, same, work.now, minimum).filter(({ available }) => available);
  const later = steps.map(({ label, deadline, totalCents }: DeadlineStep) => ({ label, deadline, totalCents }));
  const week = {
    label: "7 days",
    deadline: new Date(work.now.getTime() + 7 * dayMs),
    totalCents: far.value.totalCents,
  };
  return refuse("expired", "The deadline is too close now. Choose a later one to continue.", {
    data: { later: later.length > 0 ? later : [week] },
  });
}

async function writePrice(
  work: Work,
  order: OrderRow,
  old: Snapshot,
  quote: Quote,
  { table, version }: LoadedPricing,
): Promise<Outcome<Repriced>> {
  const deadline = quote.input.deadline ?? order.deadline;
  const lockEndsAt = deadline ? lockEnd(work.now, deadline) : work.now;
  const snapshot: Snapshot = {
    ...old,
    quoteId: null,
    tableVersion: version,
    engineVersion: quote.engineVersion,
    pricedAt: work.now.toISOString(),
    ...keptParts(table, quote),
    lockEndsAt: lockEndsAt.toISOString(),
  };
  const priceCents = quote.totalCents;
  const after = await saveOrder(work, order, { priceCents, snapshot, pricedAt: work.now, lockEndsAt, deadline });
  if (!after) return somebodyWasFirst(work, order.id);
  const settings = await work.ctx.runtime.settings.get(lifeSetting);
  await writeTimers(work, order.id, timerChanges(factsOf(order), factsOf(after), work.now, settings));
  const detail = { from: order.priceCents, to: priceCents, tableVersion: version };
  const actor = { kind: "C", id: order.clientId } as const;
  await writeHistory(work, { order, action: "reprice", to: order.status, actor, detail });
  work.audit({ action: "order.reprice", subject: order.id, detail });
  work.emit({
    name: "order.repriced" satisfies AnyOrderEventName,
    subject: order.id,
    payload: {
      number: order.number,
      clientId: order.clientId,
      cents: priceCents,
      previousCents: order.priceCents,
      currency: order.currency,
    },
  });
  return done(answer(after, priceCents !== order.priceCents));
}

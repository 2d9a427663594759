import { and, eq } from "drizzle-orm";
import { z } from "zod";
import {
  type ClientOrder,
  lockOrderForPayment,
  orderForClient,
  type Payable,
  type Repriced,
  repriceAfterLock,
  visibleOrder,
} from "#src/modules/orders/index.server.ts";
import { netCents } from "#src/modules/orders/index.ts";
import { command } from "#src/platform/command.ts";
import { askedId } from "#src/platform/input.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { done, invalid, type Outcome, type Refusal, refuse } from "#src/shared/outcome.ts";
import { syncAttempt } from "../attempts/sync-attempt.ts";
import { alignCharges, alignPrice, openCharge, voidCharge } from "../charges/align-charge.ts";
import { dueCharge, isEnded, owedCents } from "../charges/order-to-pay.ts";
import { type ChargePurpose, leastTipCents, mostTipCents, twoPartsOf } from "../domain/charges.ts";
import { methodsFor, providerOf } from "../ports.ts";
import { byHandProvider } from "../refunds/refund-rows.ts";
import { type AttemptRow, type ChargeRow, readBooks } from "../settling/books.ts";
import { settleZeroCharge } from "../settling/settle.ts";
import { charges } from "../tables.ts";

type Method = { key: string; name: string; note: string };
type LaterDeadline = { label: string; deadline: Date; totalCents: number; payCents: number };
type Lines = ClientOrder["lines"];

/** Where an order stands on its way to being paid; reviewing: the payment company holds the money back until it has looked. */
export type CheckoutStage =
  | { kind: "quote"; ended: boolean }
  | {
      kind: "pay";
      /** What the price is, or this payment of it. */
      cents: number;
      lastFailed: boolean;
      purpose: ChargePurpose;
      /** The price may be paid in two payments; and whether that was chosen before. */
      parts: PartsOffer | null;
    }
  /** `cents` is the new price, `payCents` what of it is to pay. */
  | { kind: "changed"; wasCents: number; cents: number; payCents: number; lines: Lines }
  | { kind: "too-near"; message: string; later: readonly LaterDeadline[] }
  | { kind: "review" }
  | { kind: "reviewing"; method: string }
  /** `restCents` is due on delivery. */
  | { kind: "paid"; ended: boolean; restCents: number }
  | { kind: "closed" };

/** `methods` is empty where payment is arranged with support. */
export type Checkout = { order: ClientOrder; stage: CheckoutStage; methods: readonly Method[] };

const input = z.strictObject({ orderId: z.string().max(64) });

type PartsOffer = { firstCents: number; restCents: number; percent: number; chosen: boolean };

type CheckoutState = {
  order: Payable;
  due: ChargeRow | null;
  parts: PartsOffer | null;
  review: boolean;
  reviewing: string | null;
  lastFailed: boolean;
  /** Attempts at what is due whose page a payer may have used. */
  opened: readonly string[];
};

/** Makes what is owed a row and says where the order stands. */
const openCheckoutState = command<z.infer<typeof input>, CheckoutState>("payments.open-checkout", {
  input,
  run: async (work, { orderId }) => {
    const mine = visibleOrder(await lockOrderForPayment(work, orderId), work.viewer, "checkout");
    if (!mine.ok) return mine;
    const order = mine.value;
    const due = dueCharge(order, await alignCharges(work, order));
    const books = await readBooks(work.tx, order.id);
    const tries = books.attempts.filter(({ chargeId }) => chargeId === due?.id);
    return done({
      order,
      due,
      parts: partsOffer(order, due),
      review: books.settlements.some((one) => one.verdict === "review" && one.reviewedAt === null),
      reviewing: tries.find(({ state }) => state === "reviewing")?.provider ?? null,
      lastFailed: tries.at(-1)?.state === "failed",
      opened: tries.filter(mayBePaid).map(({ id }) => id),
    });
  },
});

const mayBePaid = ({ state, reference, provider }: AttemptRow): boolean =>
  (state === "started" || state === "reviewing") && reference !== null && provider !== byHandProvider;

function partsOffer(order: Payable, due: ChargeRow | null): PartsOffer | null {
  const parts = twoPartsOf(owedCents(order) ?? 0, order.twoParts);
  return parts && { ...parts, chosen: due?.purpose === "first" };
}

/**
 * Where the order stands, after the providers were asked about pages that are open: what was paid on one of them is
 * counted before the form is shown again. One that does not answer changes nothing.
 */
async function afterNews(ctx: Ctx, raw: unknown): Promise<Outcome<CheckoutState>> {
  const found = await openCheckoutState(ctx, raw);
  if (!found.ok || found.value.opened.length === 0) return found;
  await Promise.all(
    found.value.opened.map((id) =>
      syncAttempt(ctx.runtime, id).catch((err: unknown) =>
        ctx.runtime.log.error({ err, attempt: id }, "a provider could not be asked before the checkout"),
      ),
    ),
  );
  return openCheckoutState(ctx, raw);
}

/**
 * The checkout of an own order. After the price lock it asks orders for today's price: the same total continues, another
 * one is shown and nothing is charged before it is confirmed, and under the minimum lead it offers later deadlines.
 * Refusals: signed-out, not-found (foreign or unknown), forbidden (writers), unavailable.
 */
export async function openCheckout(ctx: Ctx, raw: unknown): Promise<Outcome<Checkout>> {
  const found = await afterNews(ctx, raw);
  if (!found.ok) return found;
  const repriced = found.value.order.lockOver ? await repriceAfterLock(ctx, { orderId: found.value.order.id }) : null;
  const shown = await orderForClient(ctx, { orderId: found.value.order.id });
  if (!shown.ok) return shown;
  const reviewer = found.value.reviewing;
  if (reviewer && shown.value.status !== "cancelled")
    return done({
      order: shown.value,
      stage: { kind: "reviewing", method: providerOf(ctx.runtime, reviewer)?.name ?? "" },
      methods: [],
    });
  const stage = stageOf(found.value, shown.value, repriced);
  if ("ok" in stage) return stage;
  const methods = (await methodsFor(ctx.runtime, shown.value)).map(({ key, name, note }) => ({ key, name, note }));
  return done({ order: shown.value, stage, methods });
}

function stageOf(
  { order, due, parts, review, lastFailed }: CheckoutState,
  shown: ClientOrder,
  repriced: Outcome<Repriced> | null,
): CheckoutStage | Refusal {
  if (shown.status === "cancelled" && shown.confirmedAt === null) return { kind: "closed" };
  const running = shown.status !== "pending" && shown.status !== "quoted";
  if (running && !due)
    return { kind: "paid", ended: isEnded(order) && shown.status !== "completed", restCents: restOf(order) };
  if (review) return { kind: "review" };
  if (running && due) return { kind: "pay", cents: due.cents, lastFailed, purpose: due.purpose, parts: null };
  const owed = owedCents(shown);
  if (owed === null) return { kind: "quote", ended: shown.quoteEnded };
  if (!repriced || repriced.ok) return { kind: "pay", cents: owed, lastFailed, purpose: "full", parts };
  return repricedStage(repriced, order);
}

const restOf = (order: Payable): number => (isEnded(order) ? 0 : order.unpaidCents);

type NewPrice = { totalCents?: number; lines?: Lines; later?: readonly Omit<LaterDeadline, "payCents">[] };

function repricedStage(refusal: Refusal, { priceCents, discount, shortfallCents }: Payable): CheckoutStage | Refusal {
  const { totalCents: cents, lines = [], later = [] } = (refusal.data ?? {}) as NewPrice;
  const payCents = (price: number): number => netCents({ priceCents: price, discount, shortfallCents });
  if (refusal.code === "price-changed" && cents !== undefined)
    return { kind: "changed", wasCents: priceCents ?? cents, cents, payCents: payCents(cents), lines };
  if (refusal.code === "expired")
    return {
      kind: "too-near",
      message: refusal.message,
      later: later.map((one) => ({ ...one, payCents: payCents(one.totalCents) })),
    };
  return refusal;
}

const freeInput = z.strictObject({ orderId: askedId });

/**
 * The client confirms an own order whose promotion code takes off all of the price: it is paid without a payment. A
 * second click finds it confirmed. Refusals: signed-out, not-found, forbidden (writers), price-changed (something is to
 * be paid by now, `data.totalCents`), conflict (no price is open).
 */
export const confirmFreeOrder = command<z.infer<typeof freeInput>, { orderId: string }>("payments.take-free", {
  input: freeInput,
  run: async (work, { orderId }) => {
    const mine = visibleOrder(await lockOrderForPayment(work, orderId), work.viewer, "checkout");
    if (!mine.ok) return mine;
    const order = mine.value;
    const confirmed = order.discount?.ofCents !== null && order.discount?.ofCents === order.priceCents;
    if (owedCents(order) === null && confirmed) return done({ orderId: order.id });
    const charge = order.open ? await alignPrice(work, order) : null;
    if (order.lockOver || (charge && charge.cents > 0))
      return refuse("price-changed", "The total has changed. Look at the new one, then pay.", {
        data: { totalCents: charge?.cents ?? owedCents(order) },
      });
    if (!charge) return refuse("conflict", "No price is open for this order.", { data: { status: order.status } });
    const settled = await settleZeroCharge(work, order, charge);
    return settled.ok ? done({ orderId: order.id }) : settled;
  },
});

const tipInput = z.strictObject({ orderId: askedId, cents: z.number().int() });

/**
 * The client names a tip for the writer of finished work: a charge that only the client can pay, and that nobody owes.
 * Another amount takes the place of one that was not paid. Refusals: signed-out, not-found, forbidden (writers), invalid
 * (the amount), conflict (not finished, no writer).
 */
export const giveTip = command<z.infer<typeof tipInput>, { orderId: string }>("payments.give-tip", {
  input: tipInput,
  run: async (work, { orderId, cents }) => {
    const mine = visibleOrder(await lockOrderForPayment(work, orderId), work.viewer, "checkout");
    if (!mine.ok) return mine;
    const order = mine.value;
    if (order.status !== "completed" || order.writerId === null)
      return refuse("conflict", "A tip can be given when the order is finished.", { data: { status: order.status } });
    if (cents < leastTipCents || cents > mostTipCents)
      return invalid([{ path: "tip", message: "A tip is between $1.00 and $500.00." }]);
    const [open] = await work.tx
      .select()
      .from(charges)
      .where(and(eq(charges.orderId, order.id), eq(charges.purpose, "tip"), eq(charges.state, "open")));
    if (open?.cents === cents) return done({ orderId: order.id });
    if (open) await voidCharge(work, open);
    await openCharge(work, order, { purpose: "tip", cents });
    work.audit({ action: "payments.tip-named", subject: order.id, detail: { cents } });
    return done({ orderId: order.id });
  },
});

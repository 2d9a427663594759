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
import { command } from "#src/platform/command.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { done, type Outcome, type Refusal } from "#src/shared/outcome.ts";
import { alignCharge } from "../align-charge.ts";
import { readBooks } from "../books.ts";
import { owedCents } from "../order-to-pay.ts";
import { methodsFor, providerOf } from "../ports.ts";

type Method = { key: string; name: string; note: string };
type LaterDeadline = { label: string; deadline: Date; totalCents: number };
type Lines = ClientOrder["lines"];

/** Where an order stands on its way to being paid; reviewing: the payment company holds the money back until it has looked. */
export type CheckoutStage =
  | { kind: "quote"; ended: boolean }
  | { kind: "pay"; cents: number; lastFailed: boolean }
  | { kind: "changed"; wasCents: number; cents: number; lines: Lines }
  | { kind: "too-near"; message: string; later: readonly LaterDeadline[] }
  | { kind: "review" }
  | { kind: "reviewing"; method: string }
  | { kind: "paid"; ended: boolean }
  | { kind: "closed" };

/** `methods` is empty where payment is arranged with support. */
export type Checkout = { order: ClientOrder; stage: CheckoutStage; methods: readonly Method[] };

const input = z.strictObject({ orderId: z.string().max(64) });

type Standing = { order: Payable; review: boolean; reviewing: string | null; lastFailed: boolean };

/** Makes what is owed a row and says where the order stands. */
const standingOf = command<z.infer<typeof input>, Standing>("payments.open-checkout", {
  input,
  run: async (work, { orderId }) => {
    const mine = visibleOrder(await lockOrderForPayment(work, orderId), work.viewer, "checkout");
    if (!mine.ok) return mine;
    await alignCharge(work, mine.value);
    const books = await readBooks(work.tx, mine.value.id);
    return done({
      order: mine.value,
      review: books.settlements.some((one) => one.verdict === "review" && one.reviewedAt === null),
      reviewing: books.attempts.find(({ state }) => state === "reviewing")?.provider ?? null,
      lastFailed: books.attempts.at(-1)?.state === "failed",
    });
  },
});

/**
 * The checkout of an own order. After the price lock it asks orders for today's price: the same total goes on, another
 * one is shown and nothing is charged before it is confirmed, and under the minimum lead it offers later deadlines.
 * Refusals: signed-out, not-found (foreign or unknown), forbidden (writers), unavailable.
 */
export async function openCheckout(ctx: Ctx, raw: unknown): Promise<Outcome<Checkout>> {
  const found = await standingOf(ctx, raw);
  if (!found.ok) return found;
  const repriced = found.value.order.lockOver ? await repriceAfterLock(ctx, { orderId: found.value.order.id }) : null;
  const shown = await orderForClient(ctx, { orderId: found.value.order.id });
  if (!shown.ok) return shown;
  const reviewer = found.value.reviewing;
  if (reviewer && shown.value.confirmedAt === null && shown.value.status !== "cancelled")
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
  { order, review, lastFailed }: Standing,
  shown: ClientOrder,
  repriced: Outcome<Repriced> | null,
): CheckoutStage | Refusal {
  if (shown.status === "cancelled" && shown.confirmedAt === null) return { kind: "closed" };
  if (shown.status !== "pending" && shown.status !== "quoted")
    return { kind: "paid", ended: shown.status === "cancelled" || shown.status === "refunded" };
  if (review) return { kind: "review" };
  const owed = owedCents(shown);
  if (owed === null) return { kind: "quote", ended: shown.quoteEnded };
  if (!repriced || repriced.ok) return { kind: "pay", cents: owed, lastFailed };
  return repricedStage(repriced, order.priceCents ?? owed);
}

function repricedStage(refusal: Refusal, wasCents: number): CheckoutStage | Refusal {
  const data = (refusal.data ?? {}) as { totalCents?: number; lines?: Lines; later?: readonly LaterDeadline[] };
  if (refusal.code === "price-changed" && data.totalCents !== undefined)
    return { kind: "changed", wasCents, cents: data.totalCents, lines: data.lines ?? [] };
  if (refusal.code === "expired") return { kind: "too-near", message: refusal.message, later: data.later ?? [] };
  return refusal;
}

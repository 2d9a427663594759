import { and, count, eq, inArray, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { lockOrderForPayment, orderIdsOfClient, type Payable, visibleOrder } from "#src/modules/orders/index.server.ts";
import type { KeptDiscount } from "#src/modules/orders/index.ts";
import { type Command, command } from "#src/platform/command.ts";
import { askedId } from "#src/platform/input.ts";
import { countUse, uncountUse } from "#src/platform/limits.ts";
import type { Work } from "#src/platform/work.ts";
import { done, type Outcome, type Refusal, refuse } from "#src/shared/outcome.ts";
import { plainCode } from "#src/shared/typed-values.ts";
import { hourSeconds } from "#src/shared/units.ts";
import { actorId } from "#src/shared/viewer.ts";
import { alignCharges } from "../charges/align-charge.ts";
import { owedCents } from "../charges/order-to-pay.ts";
import { type CodeAsk, type CodeRefusal, codeRefusal, discountTerms } from "../domain/promotion-code.ts";
import { underReview } from "../settling/books.ts";
import { attempts, charges } from "../tables.ts";
import { promotionCodes, promotionUses } from "./code-tables.ts";
import { keepUse, releaseUse } from "./uses.ts";

const input = z.strictObject({ orderId: askedId, code: z.string().max(100) });
type Input = z.infer<typeof input>;

const perHour = 20;

/** The words need the reader's clock and language: the page finds them by `data.refused`. */
const refused = (refusal: CodeRefusal): Refusal =>
  refuse("conflict", "This code cannot be used for this order.", { data: { refused: refusal } });

/** The viewer's order, where its price still waits for money and no money is on its way. */
async function orderForCode(work: Work, orderId: string): Promise<Outcome<Payable>> {
  const mine = visibleOrder(await lockOrderForPayment(work, orderId), work.viewer, "checkout");
  if (!mine.ok) return mine;
  const order = mine.value;
  const status = { data: { status: order.status } };
  if (owedCents(order) === null)
    return refuse("conflict", "There is nothing to pay for this order, so a code changes nothing.", status);
  if (order.transferSince !== null)
    return refuse("conflict", "You announced a transfer of this total, so the total does not change any more.", status);
  if ((await underReview(work.tx, order.id)) || (await isHeldBack(work, order.id)))
    return refuse(
      "conflict",
      "A payment of this total is being checked, so the total does not change any more.",
      status,
    );
  return mine;
}

async function isHeldBack({ tx }: Work, orderId: string): Promise<boolean> {
  const [one] = await tx
    .select({ id: attempts.id })
    .from(attempts)
    .where(and(eq(attempts.orderId, orderId), eq(attempts.state, "reviewing")))
    .limit(1);
  return one !== undefined;
}

type CodeRow = typeof promotionCodes.$inferSelect;

/** What counts against the limits; the code's row is locked, so that nobody else counts at the same time. */
async function askOf(work: Work, order: Payable, code: CodeRow): Promise<CodeAsk> {
  const others = and(ne(promotionUses.state, "back"), ne(promotionUses.orderId, order.id));
  const own = sql<number>`count(*) filter (where ${promotionUses.clientId} = ${order.clientId})`.mapWith(Number);
  const [used] = await work.tx
    .select({ uses: count(), ownUses: own })
    .from(promotionUses)
    .where(and(eq(promotionUses.codeId, code.id), others));
  return {
    now: work.now,
    service: order.service,
    priceCents: order.priceCents ?? 0,
    uses: used?.uses ?? 0,
    ownUses: used?.ownUses ?? 0,
    orderedBefore: code.firstOrderOnly && (await hasOrdered(work, order)),
  };
}

/** Paid for another order, or keeps a code for first orders on one: of those everybody has one. */
async function hasOrdered({ tx }: Work, { id, clientId }: Payable): Promise<boolean> {
  const others = (await orderIdsOfClient(tx, clientId)).filter((one) => one !== id);
  if (others.length === 0) return false;
  const [paid] = await tx
    .select({ id: charges.id })
    .from(charges)
    .where(and(inArray(charges.orderId, others), eq(charges.state, "settled")))
    .limit(1);
  if (paid) return true;
  const [kept] = await tx
    .select({ id: promotionUses.id })
    .from(promotionUses)
    .innerJoin(promotionCodes, eq(promotionCodes.id, promotionUses.codeId))
    .where(
      and(
        inArray(promotionUses.orderId, others),
        ne(promotionUses.state, "back"),
        eq(promotionCodes.firstOrderOnly, true),
      ),
    )
    .limit(1);
  return kept !== undefined;
}

const enter = command<Input, { code: string }>("payments.enter-code", {
  input,
  run: async (work, { orderId, code: typed }) => {
    const found = await orderForCode(work, orderId);
    if (!found.ok) return found;
    const order = found.value;
    const name = plainCode(typed);
    if (order.discount?.code === name) return done({ code: name });
    const [code] = await work.tx.select().from(promotionCodes).where(eq(promotionCodes.code, name)).for("update");
    if (!code) return refused({ why: "unknown" });
    const refusal = codeRefusal(code, await askOf(work, order, code));
    if (refusal) return refused(refusal);
    if (order.discount) await releaseUse(work, order);
    const discount: KeptDiscount = { code: code.code, terms: discountTerms(code), ofCents: null };
    await keepUse(work, order, code.id, discount);
    await alignCharges(work, { ...order, discount });
    return done({ code: code.code });
  },
});

/**
 * Puts a promotion code on an own order before it is paid; another one takes its place. Whoever tries many codes waits:
 * twenty refused ones an hour. Refusals: signed-out, not-found, forbidden (writers), conflict (not now, or the code does
 * not count: `data.refused` is a `CodeRefusal`), too-many.
 */
export const enterCode: Command<{ code: string }> = async (ctx, raw) => {
  const { runtime } = ctx;
  const most = perHour * runtime.config.limitsFactor;
  const use = { key: `codes:${actorId(ctx.viewer)}`, most, seconds: hourSeconds };
  const at = runtime.clock();
  const wait = await countUse(runtime.db, use, at);
  if (wait !== null)
    return refuse("too-many", "You tried many codes. Wait an hour, then try again.", { retryAfter: wait });
  const entered = await enter(ctx, raw);
  if (entered.ok) await uncountUse(runtime.db, use, at);
  return entered;
};

/** Takes the code off an own order that is not paid. Refusals as `enterCode`; an order without a code is done. */
export const removeCode = command<{ orderId: string }, null>("payments.remove-code", {
  input: input.pick({ orderId: true }),
  run: async (work, { orderId }) => {
    const found = await orderForCode(work, orderId);
    if (!found.ok) return found;
    const order = found.value;
    if (!order.discount) return done(null);
    await releaseUse(work, order);
    await alignCharges(work, { ...order, discount: null });
    return done(null);
  },
});

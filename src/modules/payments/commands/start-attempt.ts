import { and, count, eq, gte } from "drizzle-orm";
import { z } from "zod";
import { lockOrderForPayment, type Payable, visibleOrder } from "#src/modules/orders/index.server.ts";
import { command } from "#src/platform/command.ts";
import { askedId } from "#src/platform/input.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Work } from "#src/platform/work.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { dayMs, hourMs, hourSeconds } from "#src/shared/units.ts";
import { newAttempt, toPay } from "../attempts/sync-attempt.ts";
import { alignCharges, openAttempt } from "../charges/align-charge.ts";
import { dueCharge, owedCents } from "../charges/order-to-pay.ts";
import { methodsFor, type PaymentProvider, providerOf } from "../ports.ts";
import type { AttemptRow, ChargeRow } from "../settling/books.ts";
import { underReview, updateOwed } from "../settling/books.ts";
import { attempts } from "../tables.ts";

const perHour = 10;
/** A request for a transfer has no page that ends; the order's own wait ends long before. */
const transferOpenMs = 60 * dayMs;

const input = z.strictObject({
  orderId: askedId,
  method: z.string().max(40),
  /** The total that the person saw on the button. */
  seenCents: z.coerce.number().int().min(0),
  /** The price at once, or in two payments; as it was where this is left out. */
  parts: z.enum(["all", "two"]).optional(),
});
type Asked = z.infer<typeof input>;

/** The stored attempt: a new one, or the open one of this charge and method. */
const prepareAttempt = command("payments.start-attempt", {
  input,
  run: async (work, asked) => {
    const { orderId, method } = asked;
    const order = await lockOrderForPayment(work, orderId);
    const mine = visibleOrder(order, work.viewer, "checkout");
    if (!mine.ok) return mine;
    const provider = (await methodsFor(work.ctx.runtime, mine.value)).find(({ key }) => key === method);
    if (!provider) return refuse("invalid", "Choose how you would like to pay.", { fields: [noMethod] });
    const charge = await chargeToPay(work, mine.value, asked);
    return charge.ok ? attemptFor(work, mine.value, charge.value, provider) : charge;
  },
});

const noMethod = { path: "method", message: "Choose how you would like to pay." };

/** What may be paid now. Nothing is charged at a total that the person has not seen. */
async function chargeToPay(work: Work, order: Payable, { seenCents, parts }: Asked): Promise<Outcome<ChargeRow>> {
  const nothing = refuse("conflict", "No payment is open for this order.", { data: { status: order.status } });
  const before = dueCharge(order, await alignCharges(work, order));
  if (!before) return nothing;
  if (await underReview(work.tx, order.id))
    return refuse(
      "conflict",
      "A payment for this order is being checked. Nothing more can be paid until that is done.",
    );
  if (await providerReviews(work, before))
    return refuse("conflict", "The payment company is reviewing your payment. Do not pay again until it has answered.");
  const price = owedCents(order);
  const totalCents = price ?? before.cents;
  if (order.lockOver || totalCents !== seenCents)
    return refuse("price-changed", "The total has changed. Look at the new one, then pay.", { data: { totalCents } });
  if (price !== null && !order.open) return nothing;
  if (totalCents === 0)
    return refuse("conflict", "Your code takes off all of the price. There is nothing to pay: confirm the order.");
  const charge = parts ? dueCharge(order, await alignCharges(work, order, parts)) : before;
  return charge ? done(charge) : nothing;
}

/** Does a provider hold a payment for this charge back until it has looked at it? */
async function providerReviews(work: Work, charge: ChargeRow): Promise<boolean> {
  const [one] = await work.tx
    .select({ id: attempts.id })
    .from(attempts)
    .where(and(eq(attempts.chargeId, charge.id), eq(attempts.state, "reviewing")))
    .limit(1);
  return one !== undefined;
}

/** A page that could not be opened for a while is begun anew: providers refuse one that would end too soon. */
const stillGood = ({ endsAt, startedAt, redirect }: AttemptRow, now: Date): boolean =>
  endsAt > now && (redirect !== null || now.getTime() - startedAt.getTime() < hourMs / 3);

/** Ten attempts an hour and order; asking again for the open one is none. The order's lock makes the count exact. */
export async function attemptFor(
  work: Work,
  order: Payable,
  charge: ChargeRow,
  provider: PaymentProvider,
): Promise<Outcome<AttemptRow>> {
  const sameCharge = and(eq(attempts.chargeId, charge.id), eq(attempts.provider, provider.key));
  const [open] = await work.tx.select().from(attempts).where(and(sameCharge, openAttempt));
  if (open && stillGood(open, work.now)) return done(open);
  if (open)
    await work.tx
      .update(attempts)
      .set({ state: "closed", endedAt: work.now, closeAt: work.now })
      .where(eq(attempts.id, open.id));
  const since = new Date(work.now.getTime() - hourMs);
  const [used] = await work.tx
    .select({ times: count() })
    .from(attempts)
    .where(and(eq(attempts.orderId, order.id), gte(attempts.startedAt, since)));
  if ((used?.times ?? 0) >= perHour * work.ctx.runtime.config.limitsFactor)
    return refuse("too-many", "Too many payments were started for this order. Wait an hour, or write to support.", {
      retryAfter: hourSeconds,
    });
  const endsAt = new Date(work.now.getTime() + (provider.inParts ? transferOpenMs : hourMs));
  const [made] = await work.tx
    .insert(attempts)
    .values(newAttempt(charge, order, { provider: provider.key, startedAt: work.now, endsAt }))
    .returning();
  if (!made) throw new Error("The attempt was not written.");
  await updateOwed(work, order);
  work.audit({ action: "payments.attempt", subject: order.id, detail: { attempt: made.id, provider: provider.key } });
  return done(made);
}

export type Started = { attemptId: string; redirect: string };

/**
 * Starts paying, or gives the page that is open already: double clicks and two tabs lead to one attempt. The provider is
 * called after the transaction, with the stored row alone, so that a repeated call is the same call.
 * Refusals: signed-out, not-found (foreign or unknown), forbidden (writers), invalid (method), conflict (nothing is
 * open), price-changed with `data.totalCents`, too-many, unavailable (the provider cannot be reached).
 */
export async function startAttempt(ctx: Ctx, raw: unknown): Promise<Outcome<Started>> {
  const prepared = await prepareAttempt(ctx, raw);
  return prepared.ok ? beginAttempt(ctx, prepared.value) : prepared;
}

/** Opens the provider's page for a stored attempt. */
export async function beginAttempt({ runtime }: Ctx, attempt: AttemptRow): Promise<Outcome<Started>> {
  if (attempt.redirect) return done({ attemptId: attempt.id, redirect: attempt.redirect });
  const provider = providerOf(runtime, attempt.provider);
  if (!provider) return notFound();
  try {
    const opened = await provider.open(toPay(attempt));
    const redirect = opened.redirect ?? `/checkout/${attempt.orderId}/transfer`;
    await runtime.db.update(attempts).set({ redirect, reference: opened.reference }).where(eq(attempts.id, attempt.id));
    return done({ attemptId: attempt.id, redirect });
  } catch (err) {
    runtime.log.error({ err, attempt: attempt.id, provider: provider.key }, "a payment page could not be opened");
    return refuse(
      "unavailable",
      "We cannot reach the payment page. Nothing was charged. Try again in a minute, or choose another way to pay.",
      {
        retryAfter: 60,
      },
    );
  }
}

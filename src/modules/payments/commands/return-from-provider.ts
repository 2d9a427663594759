import { and, desc, eq } from "drizzle-orm";
import { z } from "zod";
import { type ClientOrder, orderForClient } from "#src/modules/orders/index.server.ts";
import { netCents } from "#src/modules/orders/index.ts";
import type { Database } from "#src/platform/database/database.ts";
import { askedId, parseInput } from "#src/platform/input.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { done, notFound, type Outcome } from "#src/shared/outcome.ts";
import { type Synced, syncAttempt } from "../attempts/sync-attempt.ts";
import type { ChargePurpose } from "../domain/charges.ts";
import type { AttemptRow, ChargeRow } from "../settling/books.ts";
import { underReview } from "../settling/books.ts";
import { attempts, charges, settlements } from "../tables.ts";

/**
 * reviewing: the payment company looks at it; extra: this payment was one too many and goes back by itself; released: it
 * was agreed to and never taken, because nothing was open for it any more; none: nobody has tried to pay yet.
 */
export type ReturnResult = {
  order: ClientOrder;
  /** What the payment was for; null where nobody has tried to pay. */
  purpose: ChargePurpose | null;
  result: "paid" | "extra" | "review" | "reviewing" | "confirming" | "failed" | "unpaid" | "released" | "none";
};

const input = z.strictObject({ orderId: askedId, attemptId: z.uuid().optional() });

/**
 * The payer is back from the provider's page. The provider is asked before anything is shown: an address that says "paid"
 * proves nothing. A provider that does not answer leaves "confirming".
 * Refusals: signed-out, not-found (foreign or unknown).
 */
export async function returnFromProvider(ctx: Ctx, raw: unknown): Promise<Outcome<ReturnResult>> {
  const parsed = parseInput(input, raw);
  const asked = parsed.ok ? parsed.value : null;
  if (!asked) return notFound();
  const mine = await orderForClient(ctx, { orderId: asked.orderId });
  if (!mine.ok) return mine;
  const attempt = await attemptOf(ctx, mine.value.id, asked.attemptId);
  if (!attempt) return asked.attemptId ? notFound() : done({ order: mine.value, ...withoutAttempt(mine.value) });
  const synced = await ask(ctx, attempt);
  const order = await orderForClient(ctx, { orderId: asked.orderId });
  if (!order.ok) return order;
  const [charge] = await ctx.runtime.db.select().from(charges).where(eq(charges.id, attempt.chargeId));
  const result = await resultOf(ctx, order.value, { attemptId: attempt.id, charge, synced });
  return done({ order: order.value, purpose: charge?.purpose ?? null, result });
}

/** Nobody was at a provider: nothing is paid, but where a promotion code took off all of the price. */
const withoutAttempt = (order: ClientOrder): Pick<ReturnResult, "purpose" | "result"> =>
  order.confirmedAt !== null && netCents(order) === 0
    ? { purpose: "full", result: "paid" }
    : { purpose: null, result: "none" };

async function attemptOf({ runtime }: Ctx, orderId: string, id: string | undefined): Promise<AttemptRow | undefined> {
  const mine = eq(attempts.orderId, orderId);
  const [attempt] = await runtime.db
    .select()
    .from(attempts)
    .where(id ? and(mine, eq(attempts.id, id)) : mine)
    .orderBy(desc(attempts.startedAt), desc(attempts.id))
    .limit(1);
  return attempt;
}

async function ask({ runtime }: Ctx, attempt: AttemptRow): Promise<Synced | null> {
  try {
    const synced = await syncAttempt(runtime, attempt.id);
    if (synced.ok) return synced.value;
    runtime.log.error({ attempt: attempt.id, code: synced.code }, "a payment could not be written");
  } catch (err) {
    runtime.log.error({ err, attempt: attempt.id }, "a provider could not be asked");
  }
  return null;
}

/** What the attempt was for is paid, by it or in another way. */
const isPaid = (order: ClientOrder, charge: ChargeRow | undefined): boolean => {
  const price = charge?.purpose === "full" || charge?.purpose === "first";
  return charge?.state === "settled" || (price && order.confirmedAt !== null);
};

/** Money came by this attempt, and none of it counts: what it was for was paid in another way. */
async function isExtra(db: Database, attemptId: string): Promise<boolean> {
  const came = await db.select().from(settlements).where(eq(settlements.attemptId, attemptId));
  return came.length > 0 && came.every(({ verdict }) => verdict === "surplus");
}

async function resultOf(
  { runtime }: Ctx,
  order: ClientOrder,
  { attemptId, charge, synced }: { attemptId: string; charge: ChargeRow | undefined; synced: Synced | null },
): Promise<ReturnResult["result"]> {
  if (await underReview(runtime.db, order.id)) return "review";
  if (synced?.state === "released") return "released";
  if (isPaid(order, charge)) return (await isExtra(runtime.db, attemptId)) ? "extra" : "paid";
  if (!synced || synced.state === "open" || synced.state === "approved") return "confirming";
  if (synced.state === "reviewing") return "reviewing";
  if (synced.state === "paid") return "extra";
  return synced.state === "failed" ? "failed" : "unpaid";
}

import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { canSeeAllOrders, canSeeOrder, orderBrief, visibleOrder } from "#src/modules/orders/index.server.ts";
import { actorAs, type OrderStatus, reductionCents } from "#src/modules/orders/index.ts";
import type { Database } from "#src/platform/database/database.ts";
import { askedId } from "#src/platform/input.ts";
import { query } from "#src/platform/query.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { shareOfOrder, waivedOf } from "../charges/order-to-pay.ts";
import { arrivedOfOrders } from "../charges/parts.ts";
import { type DocumentLine, documentsOf } from "../documents/document-rows.ts";
import type { Arrived } from "../domain/charges.ts";
import { balancesOf } from "../domain/ledger.ts";
import { type MoneyNow, outcomeOf } from "../domain/money-after.ts";
import { providerOf } from "../ports.ts";
import { byHandProvider } from "../refunds/refund-rows.ts";
import { type Books, heldLeft, ledgerToBe, type RefundRow, readBooks } from "../settling/books.ts";
import { attempts, ledgerEntries, ledgerTransactions } from "../tables.ts";
import { transferArrival } from "../transfer/provider.ts";
import { accountsOf, type RefundAccount } from "../transfer/refund-account.ts";

export type MoneyForOrder = ReturnType<typeof moneyOf>;

const refundLabels: Readonly<Record<RefundRow["state"], string>> = {
  waiting: "On its way",
  sent: "On its way",
  by_hand: "An admin sends it",
  succeeded: "Sent back",
  failed: "An admin looks at it",
  covered: "Sent back in another way",
};

/** All that is written about the money of an order, for its client and for admins. Refuses not-found. */
export const moneyForOrder = query("payments.for-order", {
  input: z.strictObject({ orderId: z.string().max(64) }),
  run: async ({ db, ctx, viewer }, { orderId }) => {
    const mine = visibleOrder(await orderBrief(db, orderId), viewer, "money");
    if (!mine.ok) return mine;
    const books = await readBooks(db, mine.value.id);
    const errors = canSeeAllOrders(viewer, "ledger");
    const toSend = books.refunds.filter(({ state }) => state === "by_hand").map(({ id }) => id);
    const accounts = canSeeOrder(mine.value, viewer, "account") ? await accountsOf(ctx.runtime, toSend) : new Map();
    const papers = await documentsOf(db, mine.value.id);
    const arrived = (await arrivedOfOrders(db, [mine.value.id])).get(mine.value.id) ?? null;
    return done(moneyOf(ctx.runtime, mine.value, books, { errors, accounts, papers, arrived }));
  },
});

const arrivalOf = (runtime: Runtime, provider: string): string | null =>
  provider === byHandProvider ? transferArrival : (providerOf(runtime, provider)?.arrival ?? null);

type Seen = {
  /** The provider's message when it refused a refund. */
  errors: boolean;
  accounts: ReadonlyMap<string, RefundAccount>;
  papers: readonly DocumentLine[];
  arrived: Arrived | null;
};

type Mine = { id: string; status: OrderStatus };

function moneyOf(runtime: Runtime, { id: orderId, status }: Mine, books: Books, seen: Seen) {
  const { errors, accounts, papers, arrived } = seen;
  const byId = new Map(books.settlements.map((one) => [one.id, one]));
  const held = books.settlements.filter(({ verdict }) => verdict === "settle");
  const last = held.at(-1);
  return {
    orderId,
    charges: books.charges.map(({ id, purpose, cents, currency, state, createdAt: at }) => ({
      id,
      purpose,
      cents,
      currency,
      state,
      at,
    })),
    payments: books.settlements.map(({ id, method, cents, currency, verdict, reviewedAt, at }) => ({
      id,
      method,
      cents,
      currency,
      verdict,
      at,
      /** Money under review that nobody has dealt with. */
      waits: verdict === "review" && reviewedAt === null,
    })),
    refunds: books.refunds
      .filter(({ state }) => state !== "covered")
      .map((one) => {
        const paid = byId.get(one.settlementId);
        const { id, cents, currency, reason, state } = one;
        return {
          id,
          cents,
          currency,
          reason,
          state,
          /** "On its way", "Sent back", … */
          label: refundLabels[state],
          method: paid?.method ?? "The way you paid",
          /** When it arrives, in words of the method. */
          arrival: paid ? arrivalOf(runtime, paid.provider) : null,
          askedAt: one.createdAt,
          sentAt: one.endedAt,
          error: errors ? one.error : null,
          /** Where the client wants it, while a person sends it; for admins alone. */
          account: accounts.get(id) ?? null,
        };
      }),
    /** Receipts and credit notes, oldest first. */
    documents: papers,
    /** Of a transfer a part has arrived, in cents of the whole; null while nothing or all of it has. */
    arrived,
    /** What is held for the order, less the refunds that are promised. */
    heldCents: Math.max(0, balancesOf(ledgerToBe(books, 0)).held),
    /** What the ended order still holds and no refund promises: an admin sends it back. */
    heldLeftCents: heldLeft(status, books),
    /** Of the price. */
    paidCents: held.reduce((sum, { cents }) => sum + cents, 0),
    tipCents: books.settlements.reduce((sum, { verdict, cents }) => (verdict === "tip" ? sum + cents : sum), 0),
    refundedCents: books.refunds
      .filter(({ kind, state }) => kind === "order" && state === "succeeded")
      .reduce((sum, { cents }) => sum + cents, 0),
    /** How and when money would go back if the order were cancelled now; null before a payment. */
    back: last ? { method: last.method, arrival: arrivalOf(runtime, last.provider) } : null,
  };
}

/** Every visit to a provider for an order, oldest first. For admins who see the ledger; refuses not-found. */
export const attemptsOfOrder = query("payments.attempts-of-order", {
  input: z.strictObject({ orderId: z.uuid() }),
  run: async ({ db, viewer }, { orderId }) => {
    if (!canSeeAllOrders(viewer, "ledger")) return notFound();
    const { id, chargeId, provider, state, cents, currency, startedAt, endedAt, reference } = attempts;
    return done(
      await db
        .select({ id, chargeId, provider, state, cents, currency, startedAt, endedAt, reference })
        .from(attempts)
        .where(eq(attempts.orderId, orderId))
        .orderBy(asc(startedAt), asc(id)),
    );
  },
});

/** Every ledger transaction of an order, oldest first, with the balances after them. For admins; refuses not-found. */
export const ledgerOfOrder = query("payments.ledger-of-order", {
  input: z.strictObject({ orderId: z.uuid() }),
  run: async ({ db, viewer }, { orderId }) => {
    if (!canSeeAllOrders(viewer, "ledger")) return notFound();
    const rows = await db
      .select({ head: ledgerTransactions, entry: ledgerEntries })
      .from(ledgerTransactions)
      .innerJoin(ledgerEntries, eq(ledgerEntries.transactionId, ledgerTransactions.id))
      .where(eq(ledgerTransactions.orderId, orderId))
      .orderBy(asc(ledgerTransactions.seq), asc(ledgerEntries.account));
    const lines = [...Map.groupBy(rows, ({ head }) => head.id)].flatMap(([id, parts]) => {
      const [first] = parts;
      if (!first) return [];
      const postings = parts.map(({ entry: { account, cents } }) => ({ account, cents }));
      return [{ id, at: first.head.at, kind: first.head.kind, postings }];
    });
    const balances = balancesOf(lines.map(({ kind, postings }) => ({ kind, paidBy: null, postings })));
    return done({ lines, balances });
  },
});

type Brief = NonNullable<Awaited<ReturnType<typeof orderBrief>>>;

async function moneyBefore(db: Database, order: Brief): Promise<MoneyNow> {
  const share = await shareOfOrder(db, order);
  const past = ledgerToBe(await readBooks(db, order.id), share);
  return { past, share, waived: await waivedOf(db, order.id), discount: reductionCents(order) };
}

/** What a step of an order's money would start from now, for `moneyAfter`. For admins; refuses not-found. */
export const moneyNow = query<{ orderId: string }, MoneyNow>("payments.money-now", {
  input: z.strictObject({ orderId: askedId }),
  run: async ({ db, viewer }, { orderId }) => {
    const order = canSeeAllOrders(viewer, "ledger") ? await orderBrief(db, orderId) : null;
    return order ? done(await moneyBefore(db, order)) : notFound();
  },
});

/**
 * Cents of an order that are its writer's in the end: after the decision that waits, or as the order ended. Null while
 * neither is so. For the writer of the order; refuses not-found.
 */
export const writerPayInTheEnd = query<{ orderId: string }, number | null>("payments.writer-pay-in-the-end", {
  input: z.strictObject({ orderId: askedId }),
  run: async ({ db, viewer }, { orderId }) => {
    const order = await orderBrief(db, orderId);
    if (!order || !actorAs("W", order, viewer)) return notFound();
    if (!order.decided && order.status !== "refunded" && order.status !== "cancelled") return done(null);
    const money = await moneyBefore(db, order);
    // An order that has ended has released what it held: nothing more comes to its writer.
    const outcome = order.decided
      ? outcomeOf([order.decided], money, order.releasedAt !== null)
      : outcomeOf([], money, true);
    return done(outcome.writer);
  },
});

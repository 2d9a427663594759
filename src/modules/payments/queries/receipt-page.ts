import { and, asc, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { orderBrief, orderSnapshot, visibleOrder } from "#src/modules/orders/index.server.ts";
import { discountLine, netCents } from "#src/modules/orders/index.ts";
import type { Database } from "#src/platform/database/database.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { documentsOf } from "../documents/document-rows.ts";
import { documents } from "../documents/document-tables.ts";
import { type ChargePurpose, purposeLabels } from "../domain/charges.ts";
import { documentNumber, taxLabel } from "../domain/document.ts";
import { taxSetting } from "../settings.ts";
import { charges, settlements } from "../tables.ts";

type Priced = NonNullable<Awaited<ReturnType<typeof orderBrief>>>;

/** How the price of an order came about, in cents: its lines, their sum, what a promotion code takes off, what is left. */
export async function priceOfOrder(
  db: Database,
  { id, priceCents: agreed, discount, shortfallCents }: Priced,
  paidCents: number,
) {
  const snapshot = await orderSnapshot(db, id);
  const priceCents = snapshot?.result.totalCents ?? agreed ?? paidCents;
  const priced = { priceCents, discount, shortfallCents };
  const lines = snapshot?.result.lines ?? [{ label: "Custom work", detail: "The agreed price", cents: priceCents }];
  return { lines, priceCents, discount: discountLine(priced), shortfallCents, totalCents: netCents(priced) };
}

/** What a printed receipt says about a paid order; dates are instants. */
export type ReceiptPage = Answer<typeof receiptPage>;

/** The receipt of a paid order, for its client and for admins. Unpaid, foreign and unknown orders have none. */
export const receiptPage = query("payments.receipt-page", {
  input: z.strictObject({ orderId: z.string().max(64) }),
  run: async ({ db, ctx, viewer }, { orderId }) => {
    const mine = visibleOrder(await orderBrief(db, orderId), viewer, "receipt");
    if (!mine.ok) return mine;
    const {
      id,
      number,
      title,
      serviceName,
      clientName: name,
      clientEmail: email,
      test,
      deadlineZone,
      refundedCents,
    } = mine.value;
    const all = await receiptsOf(db, id);
    const [paid] = all;
    if (!paid) return notFound();
    const ofPrice = all.filter(({ purpose }) => purpose !== "tip").reduce((sum, { cents }) => sum + cents, 0);
    const tax = await ctx.runtime.settings.get(taxSetting);
    const price = await priceOfOrder(db, mine.value, paid.cents);
    const papers = await documentsOf(db, id);
    return done({
      orderId: id,
      number,
      /** The receipt's own number, and its credit notes. */
      receiptNumber: paid.number,
      creditNotes: papers.filter(({ kind }) => kind === "credit-note").map((one) => one.number),
      title,
      serviceName,
      client: { name, email },
      paidAt: paid.paidAt,
      ...price,
      /** What came, and what is due on delivery. */
      payments: all.map(({ purpose, number: paper, cents, method, paidAt: at }) => ({
        label: purposeLabels[purpose],
        number: paper,
        cents,
        method,
        at,
      })),
      openCents: mine.value.unpaidCents,
      tax: taxLabel(ofPrice, tax),
      taxNumber: tax.number,
      refundedCents,
      test,
      deadlineZone,
    });
  },
});

/** What was paid for an order: for mails and the printed receipt. `number` is null where none was given at that time. */
type Receipt = {
  purpose: ChargePurpose;
  number: string | null;
  cents: number;
  currency: string;
  method: string;
  paidAt: Date;
};

/** The first payment of an order's price, its parts together; null before it is paid. */
export const receiptFor = async (db: Database, orderId: string): Promise<Receipt | null> =>
  (await receiptsOf(db, orderId))[0] ?? null;

/** Each charge that was paid, oldest first, the parts of a transfer together. */
async function receiptsOf(db: Database, orderId: string): Promise<readonly Receipt[]> {
  const paid = await db
    .select({ settlement: settlements, document: documents, purpose: charges.purpose })
    .from(settlements)
    .innerJoin(charges, eq(charges.id, settlements.chargeId))
    .leftJoin(documents, eq(documents.chargeId, settlements.chargeId))
    .where(and(eq(settlements.orderId, orderId), inArray(settlements.verdict, ["settle", "tip"])))
    .orderBy(asc(settlements.at), asc(settlements.id));
  return [...Map.groupBy(paid, ({ settlement }) => settlement.chargeId).values()].flatMap((same) => {
    const last = same.at(-1);
    if (!last) return [];
    const { currency, method, at: paidAt } = last.settlement;
    const cents = same.reduce((sum, { settlement }) => sum + settlement.cents, 0);
    return [
      {
        number: last.document && documentNumber(last.document),
        purpose: last.purpose,
        cents,
        currency,
        method,
        paidAt,
      },
    ];
  });
}

import { and, eq, like, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type PgTable, unionAll } from "drizzle-orm/pg-core";
import { z } from "zod";
import { orderNumbersOf } from "#src/modules/orders/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { referenceIs } from "#src/platform/database/search.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { plainCode, plainReference } from "#src/shared/typed-values.ts";
import { promotionCodes } from "../codes/code-tables.ts";
import { documents } from "../documents/document-tables.ts";
import { documentLabels, documentNumber, readDocumentNumber } from "../domain/document.ts";
import { payoutNumber } from "../domain/payouts.ts";
import { canManageCodes, canManageMoney } from "../domain/policy.ts";
import { payouts } from "../payouts/payout-tables.ts";
import { attempts, disputes, providerEvents, refunds, settlements } from "../tables.ts";
import { transferReceipts, transferRefunds, transferRequests } from "../transfer/transfer-tables.ts";

const most = 10;
/** Shorter texts are no reference of a bank or a provider. */
const least = 4;

type Columns = { reference: SQLWrapper; orderId?: SQLWrapper; runId?: SQLWrapper };

/** What is shown of a row with a reference, the same columns for every table. */
const shownAs = (label: string, { reference, orderId, runId }: Columns) => ({
  label: sql<string>`${label}::text`.as("label"),
  reference: sql<string>`${reference}`.as("reference"),
  orderId: sql<string | null>`${orderId ?? sql`null::uuid`}`.as("order_id"),
  runId: sql<string | null>`${runId ?? sql`null::uuid`}`.as("run_id"),
});

/** Everywhere that a bank's or a provider's word for something stands, by that word; each has an index on it. */
function byReference(db: Database, typed: string) {
  const { orderId } = attempts;
  const ofAttempt = (id: SQLWrapper): SQL => sql`(select ${orderId} from ${attempts} where ${attempts.id} = ${id})`;
  const ofReceipt = (id: SQLWrapper): SQL =>
    sql`(select ${transferReceipts.orderId} from ${transferReceipts} where ${transferReceipts.id} = ${id})`;
  const ofRefund = (id: SQLWrapper): SQL =>
    sql`(select ${refunds.orderId} from ${refunds} where ${refunds.id} = ${id})`;
  const rows = (label: string, table: PgTable, columns: Columns) =>
    db.select(shownAs(label, columns)).from(table).where(referenceIs(columns.reference, typed));
  const request = transferRequests.reference;
  const line = transferReceipts.bankReference;
  const event = providerEvents.eventId;
  const ofEvent = sql`coalesce(${ofAttempt(providerEvents.attemptId)}, ${ofRefund(providerEvents.refundId)})`;
  return unionAll(
    rows("Payment", settlements, { reference: settlements.transaction, orderId: settlements.orderId }),
    rows("Payment page", attempts, { reference: attempts.reference, orderId }),
    rows("Transfer", transferRequests, { reference: request, orderId: ofAttempt(transferRequests.attemptId) }),
    rows("Transfer", transferReceipts, { reference: line, orderId: transferReceipts.orderId }),
    rows("Refund", refunds, { reference: refunds.reference, orderId: refunds.orderId }),
    rows("Refund", transferRefunds, {
      reference: transferRefunds.bankReference,
      orderId: ofReceipt(transferRefunds.receiptId),
    }),
    rows("Payment dispute", disputes, { reference: disputes.reference, orderId: disputes.orderId }),
    rows("Payout", payouts, { reference: payouts.reference, runId: payouts.runId }),
    rows("Provider event", providerEvents, { reference: event, orderId: ofEvent }),
  ).limit(most);
}

const input = z.strictObject({ search: z.string().max(200) });

/**
 * Receipts and credit notes by number, payouts by number, and whatever has a reference of a bank or a provider: however
 * capitals, spaces and dashes are typed. At most ten. For admins with money; refuses not-found.
 */
export const findMoney = query("payments.find-money", {
  input,
  run: async ({ db, viewer }, { search }) => {
    if (!canManageMoney(viewer)) return notFound();
    const code = plainCode(search);
    const found = [
      ...(await documentsNumbered(db, code)),
      ...(await payoutsNumbered(db, code)),
      ...(plainReference(search).length < least ? [] : await byReference(db, search)),
    ];
    const numbers = await orderNumbersOf(
      db,
      viewer,
      found.flatMap(({ orderId }) => orderId ?? []),
    );
    // A payment by transfer stands in several tables under one reference.
    const once = new Map(found.map((one) => [`${one.orderId ?? one.runId} ${plainReference(one.reference)}`, one]));
    return done([...once.values()].map((one) => ({ ...one, order: numbers.get(one.orderId ?? "") ?? null })));
  },
});

async function documentsNumbered(db: Database, code: string) {
  const number = readDocumentNumber(code);
  if (!number) return [];
  const { kind, test, year, number: count, orderId } = documents;
  const rows = await db
    .select({ orderId })
    .from(documents)
    .where(and(eq(kind, number.kind), eq(test, number.test), eq(year, number.year), eq(count, number.number)));
  const [label, reference] = [documentLabels[number.kind], documentNumber(number)];
  return rows.map((row) => ({ label, reference, orderId: row.orderId, runId: null }));
}

async function payoutsNumbered(db: Database, code: string) {
  const [, number] = /^PO-?(\d{1,12})$/.exec(code) ?? [];
  if (!number) return [];
  const rows = await db
    .select({ number: payouts.number, runId: payouts.runId })
    .from(payouts)
    .where(sql`${payouts.number} = ${number}::bigint`);
  return rows.map((row) => ({ label: "Payout", reference: payoutNumber(row.number), orderId: null, runId: row.runId }));
}

const mostCodes = 5;

/** Promotion codes that begin with what was typed; for admins with prices. Refuses not-found. */
export const findCodes = query("payments.find-codes", {
  input,
  run: async ({ db, viewer }, { search }) => {
    if (!canManageCodes(viewer)) return notFound();
    const name = plainCode(search).replace(/[^A-Z0-9-]/g, "");
    if (name === "") return done([]);
    const { id, code, endedAt } = promotionCodes;
    const rows = await db
      .select({ id, code, endedAt })
      .from(promotionCodes)
      .where(like(code, `${name}%`))
      .orderBy(code)
      .limit(mostCodes);
    return done(rows);
  },
});

import { and, asc, eq, sql } from "drizzle-orm";
import { siteSetting } from "#src/modules/operator/index.server.ts";
import { sellerOf } from "#src/modules/operator/index.ts";
import type { Payable } from "#src/modules/orders/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { newId } from "#src/platform/ids.ts";
import { readSetting } from "#src/platform/settings.ts";
import type { Work } from "#src/platform/work.ts";
import { localOf } from "#src/shared/zone.ts";
import { type DocumentKind, documentNumber, readDocumentNumber, taxContained } from "../domain/document.ts";
import { taxSetting } from "../settings.ts";
import { documentCounters, documents } from "./document-tables.ts";

type Issue = {
  kind: DocumentKind;
  chargeId?: string;
  refundId?: string;
  cents: number;
  currency: string;
  /** How it was paid, or goes back. */
  method: string;
};

/** The next number of a series; its row stays locked until the transaction ends, so that none is lost or given twice. */
async function nextNumber(work: Work, kind: DocumentKind, test: boolean, year: number): Promise<number> {
  const { last } = documentCounters;
  const [row] = await work.tx
    .insert(documentCounters)
    .values({ kind, test, year, last: 1 })
    .onConflictDoUpdate({
      target: [documentCounters.kind, documentCounters.test, documentCounters.year],
      set: { last: sql`${last} + 1` },
    })
    .returning({ number: last });
  if (!row) throw new Error("A number could not be given.");
  return row.number;
}

/**
 * Writes a receipt or a credit note in the transaction that moved the money. The caller holds the order's lock, and
 * comes here once for each charge or refund. Returns its number as people read it.
 */
export async function issueDocument(work: Work, order: Payable, issue: Issue): Promise<string> {
  const { value: site } = await readSetting(work.tx, siteSetting);
  const { value: tax } = await readSetting(work.tx, taxSetting);
  const issuedOn = localOf(work.now, site.timeZone).date;
  const year = Number(issuedOn.slice(0, 4));
  const test = order.test || order.demo;
  const number = await nextNumber(work, issue.kind, test, year);
  await work.tx.insert(documents).values({
    id: newId(),
    orderId: order.id,
    ...issue,
    test,
    year,
    number,
    taxName: tax.name,
    taxRate: tax.rate,
    taxCents: taxContained(issue.cents, tax.rate),
    taxNumber: tax.number,
    sellerName: sellerOf(site),
    sellerAddress: site.address,
    sellerEmail: site.email,
    issuedOn,
    issuedAt: work.now,
  });
  return documentNumber({ kind: issue.kind, test, year, number });
}

/** The number of the credit note that the refund has already, else a new one: a refund that is sent again has one note. */
export async function issueOnce(work: Work, order: Payable, issue: Issue & { refundId: string }): Promise<string> {
  const [known] = await work.tx.select().from(documents).where(eq(documents.refundId, issue.refundId));
  return known ? documentNumber(known) : issueDocument(work, order, issue);
}

export type DocumentRow = typeof documents.$inferSelect;
export type DocumentLine = { number: string; kind: DocumentKind; cents: number; at: Date; refundId: string | null };

/** Receipts and credit notes of an order, oldest first: for queries that have asked `visibleOrder`. */
export async function documentsOf(db: Database, orderId: string): Promise<DocumentLine[]> {
  const rows = await db
    .select()
    .from(documents)
    .where(eq(documents.orderId, orderId))
    .orderBy(asc(documents.issuedAt), asc(documents.id));
  return rows.map((row) => ({
    number: documentNumber(row),
    kind: row.kind,
    cents: row.cents,
    at: row.issuedAt,
    refundId: row.refundId,
  }));
}

/** One document of an order by its number as people read it. */
export async function documentOf(db: Database, orderId: string, text: string): Promise<DocumentRow | null> {
  const asked = readDocumentNumber(text);
  if (!asked) return null;
  const { kind, test, year, number } = asked;
  const [row] = await db
    .select()
    .from(documents)
    .where(
      and(
        eq(documents.orderId, orderId),
        eq(documents.kind, kind),
        eq(documents.test, test),
        eq(documents.year, year),
        eq(documents.number, number),
      ),
    );
  return row ?? null;
}

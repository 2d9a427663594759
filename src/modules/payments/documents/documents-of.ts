import { and, asc, eq } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { type DocumentKind, documentNumber, readDocumentNumber } from "../domain/document-number.ts";
import { documents } from "./document-tables.ts";

export type DocumentRow = typeof documents.$inferSelect;
export type DocumentLine = { number: string; kind: DocumentKind; cents: number; at: Date; refundId: string | null };

/** Receipts and credit notes of an order, oldest first. Who may see them is the caller's rule. */
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

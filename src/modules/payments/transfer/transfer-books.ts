import { and, count, eq, isNotNull, like } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import type { Work } from "#src/platform/work.ts";
import type { AttemptToPay, RefundToSend } from "../ports.ts";
import { byHandProvider } from "../refunds/refund-rows.ts";
import type { RefundRow } from "../settling/books.ts";
import { settlements } from "../tables.ts";
import { transferReceipts, transferRefunds, transferRequests } from "./transfer-tables.ts";

export type TransferRequest = typeof transferRequests.$inferSelect;
export type TransferReceipt = typeof transferReceipts.$inferSelect;
type TransferRefund = typeof transferRefunds.$inferSelect;

/** Too much of a transfer is a payment of its own under this name, so that it goes back by itself. */
export const overMark = " (over)";
/** The bank's reference of a payment, also of what came over the whole. */
export const receiptNamed = (transaction: string): string =>
  transaction.endsWith(overMark) ? transaction.slice(0, -overMark.length) : transaction;

export async function requestOf(db: Database, attemptId: string): Promise<TransferRequest | null> {
  const [row] = await db.select().from(transferRequests).where(eq(transferRequests.attemptId, attemptId));
  return row ?? null;
}

/** The request of an attempt, made once. Its reference counts the requests of the order; a race asks again. */
export async function openRequest(db: Database, attempt: AttemptToPay): Promise<TransferRequest> {
  const { id: attemptId, orderNumber, cents, currency, endsAt } = attempt;
  for (let tries = 0; tries < 20; tries += 1) {
    const known = await requestOf(db, attemptId);
    if (known && (known.cents !== cents || known.currency !== currency))
      throw new Error("This attempt was opened for another amount.");
    if (known) return known;
    const [had] = await db
      .select({ times: count() })
      .from(transferRequests)
      .where(like(transferRequests.reference, `${orderNumber}-%`));
    const reference = `${orderNumber}-${(had?.times ?? 0) + 1}`;
    const [made] = await db
      .insert(transferRequests)
      .values({ attemptId, orderNumber, reference, cents, currency, endsAt })
      .onConflictDoNothing()
      .returning();
    if (made) return made;
  }
  throw new Error("A reference for the transfer could not be made.");
}

/** What has arrived for an attempt and is confirmed, oldest first. */
export const receiptsOf = (db: Database, attemptId: string): Promise<TransferReceipt[]> =>
  db
    .select()
    .from(transferReceipts)
    .where(and(eq(transferReceipts.attemptId, attemptId), isNotNull(transferReceipts.confirmedAt)))
    .orderBy(transferReceipts.confirmedAt, transferReceipts.id);

export const sumOf = (rows: readonly { cents: number }[]): number => rows.reduce((sum, { cents }) => sum + cents, 0);

const refundsAt = (db: Database, receiptId: string): Promise<TransferRefund[]> =>
  db.select().from(transferRefunds).where(eq(transferRefunds.receiptId, receiptId));

/** The receipt that a payment came by, locked. */
async function lockReceipt(db: Database, transaction: string): Promise<TransferReceipt | null> {
  const named = eq(transferReceipts.bankReference, receiptNamed(transaction));
  const [row] = await db
    .select()
    .from(transferReceipts)
    .where(and(named, isNotNull(transferReceipts.confirmedAt)))
    .for("update");
  return row ?? null;
}

/** A refund under its id: the same id again is the same refund. Null: unknown, or more than what came. */
export async function noteRefund(
  db: Database,
  { id, transaction, cents, currency }: Pick<RefundToSend, "id" | "transaction" | "cents" | "currency">,
): Promise<TransferRefund | null> {
  return db.transaction(async (tx) => {
    const receipt = await lockReceipt(tx as Database, transaction);
    if (!receipt) return null;
    const before = await refundsAt(tx as Database, receipt.id);
    const known = before.find((one) => one.id === id);
    if (known && known.cents !== cents) throw new Error("This key was used for another amount.");
    if (known) return known;
    if (currency !== receipt.currency || sumOf(before) + cents > receipt.cents) return null;
    const [made] = await tx.insert(transferRefunds).values({ id, receiptId: receipt.id, cents, currency }).returning();
    return made ?? null;
  });
}

/** A person has sent it. */
const markRefundSent = (db: Database, id: string, sent: { at: Date; reference: string | null }) =>
  db.update(transferRefunds).set({ sentAt: sent.at, bankReference: sent.reference }).where(eq(transferRefunds.id, id));

export async function refundsOfTransfer(db: Database, transaction: string): Promise<readonly TransferRefund[]> {
  const named = eq(transferReceipts.bankReference, receiptNamed(transaction));
  const rows = await db
    .select({ refund: transferRefunds })
    .from(transferRefunds)
    .innerJoin(transferReceipts, eq(transferReceipts.id, transferRefunds.receiptId))
    .where(named);
  return rows.map(({ refund }) => refund);
}

/** A person sent a refund: it stands in the books of transfers, where the payment came by one. */
export async function noteSent(work: Work, refund: RefundRow, reference: string | null): Promise<void> {
  const [paid] = await work.tx.select().from(settlements).where(eq(settlements.id, refund.settlementId));
  if (paid?.provider !== byHandProvider) return;
  const { id, cents, currency } = refund;
  await noteRefund(work.tx, { id, transaction: paid.transaction, cents, currency });
  await markRefundSent(work.tx, id, { at: work.now, reference });
}

import { eq } from "drizzle-orm";
import type { Work } from "#src/platform/work.ts";
import type { RefundRow } from "../books.ts";
import { byHandProvider } from "../refund-rows.ts";
import { settlements } from "../tables.ts";
import { markRefundSent, noteRefund } from "./books.ts";

/** A person sent a refund: it stands in the books of transfers, where the payment came by one. */
export async function noteSent(work: Work, refund: RefundRow, reference: string | null): Promise<void> {
  const [paid] = await work.tx.select().from(settlements).where(eq(settlements.id, refund.settlementId));
  if (paid?.provider !== byHandProvider) return;
  const { id, cents, currency } = refund;
  await noteRefund(work.tx, { id, transaction: paid.transaction, reference: null, cents, currency });
  await markRefundSent(work.tx, id, { at: work.now, reference });
}

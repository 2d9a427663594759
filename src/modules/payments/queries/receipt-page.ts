import { z } from "zod";
import { orderBrief, orderSnapshot, visibleOrder } from "#src/modules/orders/index.server.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { documentsOf } from "../documents/documents-of.ts";
import { taxLabel } from "../domain/tax.ts";
import { taxSetting } from "../settings.ts";
import { receiptFor } from "./receipt-for.ts";

type ReceiptLine = { label: string; detail: string; cents: number };

/** What a printed receipt says about a paid order; dates are instants. */
export type ReceiptPage = {
  orderId: string;
  number: string;
  /** The receipt's own number, and its credit notes. */
  receiptNumber: string | null;
  creditNotes: readonly string[];
  title: string;
  client: { name: string; email: string };
  paidAt: Date;
  lines: readonly ReceiptLine[];
  totalCents: number;
  method: string;
  tax: string;
  taxNumber: string;
  refundedCents: number;
  test: boolean;
  deadlineZone: string | null;
};

/** The receipt of a paid order, for its client and for admins. Unpaid, foreign and unknown orders have none. */
export const receiptPage = query<{ orderId: string }, ReceiptPage>("payments.receipt-page", {
  input: z.strictObject({ orderId: z.string().max(64) }),
  run: async ({ db, ctx, viewer }, { orderId }) => {
    const mine = visibleOrder(await orderBrief(db, orderId), viewer, "money");
    if (!mine.ok) return mine;
    const { id, number, title, clientName: name, clientEmail: email, test, deadlineZone, refundedCents } = mine.value;
    const paid = await receiptFor(db, id);
    if (!paid) return notFound();
    const tax = await ctx.runtime.settings.get(taxSetting);
    const snapshot = await orderSnapshot(db, id);
    const papers = await documentsOf(db, id);
    return done({
      orderId: id,
      number,
      receiptNumber: paid.number,
      creditNotes: papers.filter(({ kind }) => kind === "credit-note").map((one) => one.number),
      title,
      client: { name, email },
      paidAt: paid.paidAt,
      lines: snapshot?.result.lines ?? [{ label: "Custom work", detail: "The agreed price", cents: paid.cents }],
      totalCents: paid.cents,
      method: paid.method,
      tax: taxLabel(paid.cents, tax),
      taxNumber: tax.number,
      refundedCents,
      test,
      deadlineZone,
    });
  },
});

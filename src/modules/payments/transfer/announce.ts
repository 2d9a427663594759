import { eq } from "drizzle-orm";
import { z } from "zod";
import { attachFiles } from "#src/modules/files/index.server.ts";
import { fileIds, lockOrderForPayment, type Payable, visibleOrder } from "#src/modules/orders/index.server.ts";
import { command } from "#src/platform/command.ts";
import { askedId } from "#src/platform/input.ts";
import type { Work } from "#src/platform/work.ts";
import { done, type Outcome, refuse } from "#src/shared/outcome.ts";
import { transferWaitsUntil } from "../charges/order-to-pay.ts";
import { grouped } from "../domain/bank-account.ts";
import type { PaymentEventName } from "../domain/event-names.ts";
import { bankSetting } from "../settings.ts";
import type { AttemptRow } from "../settling/books.ts";
import { updatePaymentStatus } from "../settling/update-payment-status.ts";
import { attempts } from "../tables.ts";
import { openTransfer } from "./transfer-page.ts";

const input = z.strictObject({ orderId: askedId, files: fileIds });

/**
 * The client has sent the transfer, or adds proof of it: charge and price are kept until the wait for it ends.
 * Refusals: signed-out, not-found, invalid (a file), conflict (no transfer is open), price-changed.
 */
export const announceTransfer = command<z.infer<typeof input>, { orderId: string }>("payments.announce-transfer", {
  input,
  run: async (work, { orderId, files }) => {
    const mine = visibleOrder(await lockOrderForPayment(work, orderId), work.viewer, "checkout");
    if (!mine.ok) return mine;
    const order = mine.value;
    const attempt = (await openTransfer(work, order))?.attempt;
    if (!attempt) return refuse("conflict", "No transfer is open for this order.", { data: { status: order.status } });
    if (order.lockOver) return refuse("price-changed", "The total has changed. Look at the new one, then pay.");
    const attached = await attachFiles(work, { ids: files, purpose: "proof", subject: order.id });
    if (!attached.ok) return attached;
    if (attempt.state === "awaiting_transfer") return done({ orderId: order.id });
    return announce(work, order, attempt);
  },
});

async function announce(work: Work, order: Payable, attempt: AttemptRow): Promise<Outcome<{ orderId: string }>> {
  await work.tx.update(attempts).set({ state: "awaiting_transfer" }).where(eq(attempts.id, attempt.id));
  const written = await updatePaymentStatus(work, order, "awaiting");
  if (!written.ok) return written;
  const { cents, reference } = attempt;
  const waitsUntil = await transferWaitsUntil(work, order);
  const { holder, account, bic } = await work.ctx.runtime.settings.get(bankSetting);
  work.audit({ action: "payments.transfer-announced", subject: order.id, detail: { attempt: attempt.id, cents } });
  work.emit({
    name: "payments.transfer-announced" satisfies PaymentEventName,
    subject: attempt.id,
    payload: { orderId: order.id, cents, reference, waitsUntil, bank: { holder, account: grouped(account), bic } },
  });
  return done({ orderId: order.id });
}

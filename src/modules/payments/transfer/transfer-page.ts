import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { filesOf } from "#src/modules/files/index.server.ts";
import { lockOrderForPayment, visibleOrder } from "#src/modules/orders/index.server.ts";
import { command } from "#src/platform/command.ts";
import { askedId } from "#src/platform/input.ts";
import type { Answer } from "#src/platform/query.ts";
import type { Work } from "#src/platform/work.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { alignCharges, openAttempt } from "../charges/align-charge.ts";
import { dueCharge, type OrderToPay, transferWaitsUntil } from "../charges/order-to-pay.ts";
import { partsOf } from "../charges/parts.ts";
import { byHandProvider } from "../refunds/refund-rows.ts";
import { bankSetting } from "../settings.ts";
import type { AttemptRow, ChargeRow } from "../settling/books.ts";
import { attempts } from "../tables.ts";

/** What a client types at the bank, and until when the money is waited for. */
export type TransferPage = Answer<typeof transferPage>;

/** The open transfer of an own order. Refuses signed-out, not-found (foreign, unknown, or no transfer is open). */
export const transferPage = command("payments.transfer-page", {
  input: z.strictObject({ orderId: askedId }),
  run: async (work, { orderId }) => {
    const mine = visibleOrder(await lockOrderForPayment(work, orderId), work.viewer, "checkout");
    if (!mine.ok) return mine;
    const order = mine.value;
    const asked = await openTransfer(work, order);
    if (!asked?.attempt.reference || order.lockOver) return notFound();
    const { charge, attempt } = asked;
    const { settings } = work.ctx.runtime;
    const receivedCents = (await partsOf(work.tx, charge.id)).reduce((sum, { cents }) => sum + cents, 0);
    return done({
      /** What it pays for. */
      purpose: charge.purpose,
      reference: asked.attempt.reference,
      /** The whole charge, what came of it, and what is still missing. */
      cents: charge.cents,
      receivedCents,
      missingCents: charge.cents - receivedCents,
      bank: await settings.get(bankSetting),
      announced: attempt.state === "awaiting_transfer",
      /** When the order ends unpaid, counted from now until the transfer is announced. */
      waitsUntil: await transferWaitsUntil(work, order),
      proofFiles: await filesOf({ db: work.tx, viewer: work.viewer }, { purpose: "proof", subjects: [order.id] }),
    });
  },
});

type OpenTransfer = { charge: ChargeRow; attempt: AttemptRow };

/** The open request for a transfer, of the most urgent charge that has one. The caller holds the order's lock. */
export async function openTransfer(work: Work, order: OrderToPay): Promise<OpenTransfer | null> {
  const open = await alignCharges(work, order);
  if (open.length === 0) return null;
  const ids = open.map(({ id }) => id);
  const asked = await work.tx
    .select()
    .from(attempts)
    .where(and(inArray(attempts.chargeId, ids), eq(attempts.provider, byHandProvider), openAttempt));
  for (const charge of open) {
    const attempt = asked.find(({ chargeId }) => chargeId === charge.id);
    if (attempt) return { charge, attempt };
  }
  return null;
}

/** What a transfer that a person found on the statement is for: what was asked for, else what is due. */
export async function transferCharge(work: Work, order: OrderToPay): Promise<ChargeRow | null> {
  const asked = await openTransfer(work, order);
  return asked?.charge ?? dueCharge(order, await alignCharges(work, order));
}

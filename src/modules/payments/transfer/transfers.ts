import { and, asc, desc, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import { attachFiles, type FilePolicy, filesOf } from "#src/modules/files/index.server.ts";
import {
  canSeeAllOrders,
  fileIds,
  lockOrderForPayment,
  type Payable,
  visibleOrder,
} from "#src/modules/orders/index.server.ts";
import { command } from "#src/platform/command.ts";
import { askedId } from "#src/platform/input.ts";
import { type Answer, query } from "#src/platform/query.ts";
import type { Work } from "#src/platform/work.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { alignCharges, openAttempt } from "../charges/align-charge.ts";
import { dueCharge, type OrderToPay, transferWaitsUntil } from "../charges/order-to-pay.ts";
import { partsOf } from "../charges/parts.ts";
import type { PaymentEventName } from "../domain/event-names.ts";
import { grouped } from "../domain/payout-method.ts";
import { canSeeProof } from "../domain/policy.ts";
import { byHandProvider } from "../refunds/refund-rows.ts";
import { bankSetting, shortfallSetting } from "../settings.ts";
import { type AttemptRow, type ChargeRow, updatePaymentStatus } from "../settling/books.ts";
import { attempts } from "../tables.ts";
import { transferReceipts, transferRequests } from "./transfer-tables.ts";

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

/** The transfers of an order, for admins who see transfers; refuses not-found. */
export const transfersOfOrder = query("payments.transfers-of-order", {
  input: z.strictObject({ orderId: z.uuid() }),
  run: async ({ db, ctx, viewer }, { orderId }) => {
    if (!canSeeAllOrders(viewer, "transfers") || viewer.kind !== "person") return notFound();
    const [asked] = await db
      .select({ reference: transferRequests.reference, state: attempts.state })
      .from(transferRequests)
      .innerJoin(attempts, eq(attempts.id, transferRequests.attemptId))
      .where(eq(attempts.orderId, orderId))
      .orderBy(desc(attempts.startedAt), desc(attempts.id))
      .limit(1);
    const rows = await db
      .select()
      .from(transferReceipts)
      .where(eq(transferReceipts.orderId, orderId))
      .orderBy(asc(transferReceipts.enteredAt), asc(transferReceipts.id));
    const people = await findPeople(
      db,
      rows.map(({ enteredBy }) => enteredBy),
    );
    const lineOf = ({ id, cents, bankReference, receivedOn, enteredBy }: (typeof rows)[number]) => ({
      id,
      cents,
      bankReference,
      receivedOn,
      by: people.get(enteredBy)?.name ?? "An admin",
      own: enteredBy === viewer.id,
    });
    return done({
      /** The newest reference that the client was given; null when no transfer was ever asked for. */
      reference: asked?.reference ?? null,
      /** What an admin may accept as missing, in cents. */
      shortfallCents: await ctx.runtime.settings.get(shortfallSetting),
      announced: asked?.state === "awaiting_transfer",
      /** Entered by one admin, to be confirmed by another. */
      waiting: rows.filter(({ confirmedAt }) => confirmedAt === null).map(lineOf),
      confirmed: rows.filter(({ confirmedAt }) => confirmedAt !== null).map(lineOf),
      proofFiles: await filesOf({ db, viewer }, { purpose: "proof", subjects: [orderId] }),
    });
  },
});

/** Proof of a transfer (subject: the order's id): its owner, and admins who see the transfers. */
const proofFilePolicy: FilePolicy = {
  purpose: "proof",
  maySee: async ({ viewer }, _orderId, file) => canSeeProof(file, viewer),
};

export const paymentFilePolicies: readonly FilePolicy[] = [proofFilePolicy];

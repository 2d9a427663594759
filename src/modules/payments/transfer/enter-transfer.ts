import { and, desc, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { adminsWhoMay } from "#src/modules/accounts/index.server.ts";
import {
  canApplyAsAdmin,
  isParty,
  lockOrderForPayment,
  ownOrderRefusal,
  type Payable,
} from "#src/modules/orders/index.server.ts";
import { rightFor } from "#src/modules/orders/index.ts";
import { command } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { askedId } from "#src/platform/input.ts";
import { readSetting } from "#src/platform/settings.ts";
import { mustBeFresh, type Work } from "#src/platform/work.ts";
import { formatUsd } from "#src/shared/money.ts";
import { done, invalid, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { dayMs } from "#src/shared/units.ts";
import { actorId } from "#src/shared/viewer.ts";
import { isCalendarDate } from "#src/shared/zone.ts";
import { newAttempt } from "../attempts/sync-attempt.ts";
import { partsOf } from "../charges/parts.ts";
import type { PaymentEventName } from "../domain/event-names.ts";
import { byHandProvider } from "../refunds/refund-rows.ts";
import { secondAdminSetting, shortfallSetting } from "../settings.ts";
import { type AttemptRow, updateOwed } from "../settling/books.ts";
import { type Settled, settle, settleShort } from "../settling/settle.ts";
import { attempts } from "../tables.ts";
import { transferName } from "./provider.ts";
import { openRequest, overMark, type TransferReceipt } from "./transfer-books.ts";
import { transferReceipts } from "./transfer-tables.ts";
import { openTransfer, transferCharge } from "./transfers.ts";

const input = z.strictObject({
  orderId: askedId,
  cents: z.number().int().positive(),
  /** As the bank statement names it: the same one is never counted twice. */
  reference: z
    .string()
    .trim()
    .min(3, "Give the bank's reference.")
    .max(140)
    .refine((text) => !text.endsWith(overMark), "Give the bank's reference."),
  /** The day on the statement, YYYY-MM-DD; today where it is left out. */
  receivedOn: z.string().max(10).optional(),
});

/** waiting: over the limit, so a second admin has to confirm it. */
export type Entered = Omit<Settled, "result"> & { result: Settled["result"] | "waiting" };

/**
 * An admin read the bank statement. What was entered counts at once, or above the limit when a second admin has
 * confirmed it; an admin who is alone proves instead to be it. It goes through the same `settle`.
 * Refusals: not-found, invalid, conflict (nothing was ever owed, the reference was used before; demo and test orders),
 * step-up.
 */
export const confirmTransfer = command<z.infer<typeof input>, Entered>("payments.confirm-transfer", {
  input,
  run: async (work, { orderId, cents, reference, receivedOn }) => {
    if (!canApplyAsAdmin(work.viewer, "confirm-payment")) return notFound();
    const today = work.now.toISOString().slice(0, 10);
    const day = receivedOn || today;
    const latest = new Date(work.now.getTime() + dayMs).toISOString().slice(0, 10);
    if (!isCalendarDate(day) || day > latest)
      return invalid([{ path: "receivedOn", message: "Choose the day on the bank statement." }]);
    const order = await lockOrderForPayment(work, orderId);
    if (!order) return notFound();
    if (isParty(order, work.viewer)) return ownOrderRefusal();
    if (work.ctx.runtime.mode === "demo" || order.test)
      return refuse("conflict", "Demo and test orders are paid in the sandbox.");
    const attempt = await attemptOf(work, order);
    if (!attempt) return refuse("conflict", "No payment is open for this order.", { data: { status: order.status } });
    const second = await needsSecond(work, cents);
    const stale = second === "fresh" ? mustBeFresh(work) : null;
    if (stale) return stale;
    const receipt = await enter(work, attempt, { cents, reference, receivedOn: day, waits: second === "other" });
    if (!receipt) return refuse("conflict", "This reference was used for another payment before.");
    if (receipt.confirmedAt) return count(work, attempt, receipt);
    work.emit({
      name: "payments.transfer-entered" satisfies PaymentEventName,
      subject: receipt.id,
      payload: { orderId: order.id, cents },
    });
    return done({ orderId: order.id, result: "waiting" });
  },
});

/** Above the limit: another admin with this right has to look, or, where there is none, a fresh proof. */
async function needsSecond(work: Work, cents: number): Promise<"no" | "fresh" | "other"> {
  const { value: limit } = await readSetting(work.tx, secondAdminSetting);
  if (cents <= limit) return "no";
  const me = actorId(work.viewer);
  const others = (await adminsWhoMay(work.tx, rightFor("confirm-payment"))).filter(({ id }) => id !== me);
  return others.length > 0 ? "other" : "fresh";
}

/** The attempt that the money is for: of what is owed, else the newest one, whose money then goes back. */
async function attemptOf(work: Work, order: Payable): Promise<AttemptRow | null> {
  const charge = await transferCharge(work, order);
  const transfers = eq(attempts.provider, byHandProvider);
  const [known] = await work.tx
    .select()
    .from(attempts)
    .where(and(transfers, charge ? eq(attempts.chargeId, charge.id) : eq(attempts.orderId, order.id)))
    .orderBy(desc(attempts.startedAt), desc(attempts.id))
    .limit(1);
  if (known || !charge) return known ?? null;
  const [made] = await work.tx
    .insert(attempts)
    .values(newAttempt(charge, order, { provider: byHandProvider, startedAt: work.now, endsAt: work.now }))
    .returning();
  await updateOwed(work, order);
  return made ?? null;
}

type Line = { cents: number; reference: string; receivedOn: string; waits: boolean };

async function enter(work: Work, attempt: AttemptRow, line: Line): Promise<TransferReceipt | null> {
  await openRequest(work.tx, attempt);
  const by = actorId(work.viewer);
  const [made] = await work.tx
    .insert(transferReceipts)
    .values({
      id: newId(),
      attemptId: attempt.id,
      orderId: attempt.orderId,
      cents: line.cents,
      currency: attempt.currency,
      receivedOn: line.receivedOn,
      bankReference: line.reference,
      enteredBy: by,
      enteredAt: work.now,
      ...(!line.waits && { confirmedBy: by, confirmedAt: work.now }),
    })
    .onConflictDoNothing({ target: transferReceipts.bankReference })
    .returning();
  if (made) work.audit({ action: "payments.transfer-entered", subject: attempt.orderId, detail: { ...line } });
  return made ?? null;
}

async function count(work: Work, attempt: AttemptRow, receipt: TransferReceipt): Promise<Outcome<Entered>> {
  const { bankReference: transaction, cents, currency } = receipt;
  const payment = { transaction, cents, currency, feeCents: 0, at: work.now };
  const settled = await settle(work, { attempt, payment, method: transferName, sandbox: false, inParts: true });
  if (settled.ok && settled.value.result === "duplicate")
    return refuse("conflict", "This reference was used for another payment before.");
  return settled;
}

const one = z.strictObject({ receiptId: z.uuid() });
const waiting = (id: string) => and(eq(transferReceipts.id, id), isNull(transferReceipts.confirmedAt));

/**
 * A second admin read the statement, too: the transfer counts. Refusals: not-found, conflict (entered by oneself, or
 * dealt with already).
 */
export const confirmEntered = command<z.infer<typeof one>, Entered>("payments.confirm-entered", {
  input: one,
  run: async (work, { receiptId }) => {
    if (!canApplyAsAdmin(work.viewer, "confirm-payment")) return notFound();
    const [seen] = await work.tx.select().from(transferReceipts).where(waiting(receiptId));
    const order = seen && (await lockOrderForPayment(work, seen.orderId));
    if (!order) return refuse("conflict", "This transfer is settled already.");
    if (isParty(order, work.viewer)) return ownOrderRefusal();
    if (seen.enteredBy === actorId(work.viewer))
      return refuse("conflict", "Another admin has to confirm a transfer over the limit.");
    const [receipt] = await work.tx
      .update(transferReceipts)
      .set({ confirmedBy: actorId(work.viewer), confirmedAt: work.now })
      .where(waiting(receiptId))
      .returning();
    const [attempt] = await work.tx.select().from(attempts).where(eq(attempts.id, seen.attemptId));
    if (!receipt || !attempt) return refuse("conflict", "This transfer is settled already.");
    work.audit({ action: "payments.transfer-confirmed", subject: order.id, detail: { receipt: receiptId } });
    return count(work, attempt, receipt);
  },
});

/** A transfer that was entered by mistake and does not count yet. Refusals: not-found, forbidden (an own order), conflict. */
export const dropEntered = command<z.infer<typeof one>, null>("payments.drop-entered", {
  input: one,
  run: async (work, { receiptId }) => {
    if (!canApplyAsAdmin(work.viewer, "confirm-payment")) return notFound();
    const [seen] = await work.tx.select().from(transferReceipts).where(waiting(receiptId));
    const order = seen && (await lockOrderForPayment(work, seen.orderId));
    if (order && isParty(order, work.viewer)) return ownOrderRefusal();
    const [gone] = await work.tx.delete(transferReceipts).where(waiting(receiptId)).returning();
    if (!gone) return refuse("conflict", "This transfer is settled already.");
    const { cents, bankReference } = gone;
    work.audit({ action: "payments.transfer-dropped", subject: gone.orderId, detail: { cents, bankReference } });
    return done(null);
  },
});

const shortfallInput = z.strictObject({
  orderId: askedId,
  /** What was shown as missing: when more came meanwhile, the admin looks again. */
  seenCents: z.coerce.number().int().positive(),
});

/**
 * An admin accepts what came of a transfer as the whole charge. The operator pays the rest, up to `payments.shortfall`.
 * Refusals: not-found (also the admin's own order), conflict (nothing came, another sum is missing than was shown, too
 * much is missing, a tip).
 */
export const acceptShortfall = command<z.input<typeof shortfallInput>, Settled>("payments.accept-shortfall", {
  input: shortfallInput,
  run: async (work, { orderId, seenCents }) => {
    if (!canApplyAsAdmin(work.viewer, "confirm-payment")) return notFound();
    const order = await lockOrderForPayment(work, orderId);
    if (!order || !canApplyAsAdmin(work.viewer, "confirm-payment", order)) return notFound();
    const charge = (await openTransfer(work, order))?.charge;
    const parts = charge ? await partsOf(work.tx, charge.id) : [];
    if (!charge || parts.length === 0 || charge.purpose === "tip")
      return refuse("conflict", "No transfer of this order is short.", { data: { status: order.status } });
    const missing = parts.reduce((rest, { cents }) => rest - cents, charge.cents);
    const { value: most } = await readSetting(work.tx, shortfallSetting);
    if (missing > most)
      return refuse("conflict", `${formatUsd(missing)} is missing. Up to ${formatUsd(most)} may be accepted.`);
    if (missing !== seenCents)
      return refuse("conflict", `${formatUsd(missing)} is missing now. Look at it again, then accept it.`);
    const detail = { charge: charge.id, cents: missing, receivedCents: charge.cents - missing };
    work.audit({ action: "payments.shortfall-accepted", subject: order.id, detail });
    return settleShort(work, order, charge, parts);
  },
});

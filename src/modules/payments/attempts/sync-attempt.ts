import { and, eq } from "drizzle-orm";
import { lockOrderForPayment } from "#src/modules/orders/index.server.ts";
import { inTransaction } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { heldSince, mayLeave } from "#src/platform/outgoing-hold.ts";
import type { Ctx, Runtime } from "#src/platform/runtime.ts";
import type { Work } from "#src/platform/work.ts";
import { claimDue, type WorkQueue } from "#src/platform/work-queue.ts";
import { done, notFound, type Outcome } from "#src/shared/outcome.ts";
import { minuteMs } from "#src/shared/units.ts";
import { openAttempt } from "../charges/align-charge.ts";
import type { OrderToPay } from "../charges/order-to-pay.ts";
import { openAttemptStates } from "../domain/charges.ts";
import { type AttemptAnswer, movesMoney, type OpenedAttempt, type PaymentProvider, providerOf } from "../ports.ts";
import type { AttemptRow, ChargeRow } from "../settling/books.ts";
import { updatePaymentStatus } from "../settling/books.ts";
import { type Settled, settle } from "../settling/settle.ts";
import { attempts } from "../tables.ts";

const leaseMs = minuteMs;
const batch = 20;

/** Payment pages that are to be ended. */
export const pageQueue: WorkQueue<typeof attempts> = { name: "payment-pages", table: attempts, due: attempts.closeAt };

/**
 * Asks providers to end the pages of attempts that are over (another way was paid, the charge changed), so that nobody
 * pays there by mistake. A provider that does not answer is asked again a minute later, until the page's own end.
 */
export async function closeDuePages(runtime: Runtime): Promise<number> {
  const now = runtime.clock();
  const which = movesMoney(runtime) ? mayLeave : undefined;
  const lease = { closeAt: new Date(now.getTime() + leaseMs) };
  const due = await claimDue(runtime.db, pageQueue, { now, which, most: batch, lease });
  for (const attempt of due) {
    try {
      if (attempt.endsAt > now) await providerOf(runtime, attempt.provider)?.close(toPay(attempt));
      await runtime.db.update(attempts).set({ closeAt: null }).where(eq(attempts.id, attempt.id));
    } catch (err) {
      runtime.log.warn({ err, attempt: attempt.id }, "a payment page could not be ended");
    }
  }
  return due.length;
}

type Begun = { provider: string; startedAt: Date; endsAt: Date };

/** The row of a new attempt to pay the whole charge. */
export const newAttempt = (charge: ChargeRow, order: OrderToPay, begun: Begun): typeof attempts.$inferInsert => ({
  id: newId(),
  chargeId: charge.id,
  orderId: order.id,
  orderNumber: order.number,
  cents: charge.cents,
  currency: charge.currency,
  ...begun,
});

/** released: the payer agreed, and nothing is taken, because the attempt is over. */
export type Synced = { state: AttemptAnswer["state"] | "released"; results: readonly Settled["result"][] };

/** Everything that is sent to a provider, from the stored row alone. */
export const toPay = (attempt: AttemptRow): OpenedAttempt => {
  const { id, orderId, orderNumber, cents, currency, startedAt, endsAt, reference } = attempt;
  return { id, orderId, orderNumber, cents, currency, startedAt, endsAt, reference };
};

export const providerCtx = (runtime: Runtime, provider: string): Ctx => ({
  runtime,
  viewer: { kind: "provider", provider },
  request: { id: `provider:${provider}`, address: "" },
});

/**
 * Money that the payer agreed to is taken at once, whoever asks first: the return page, an event or the job. Nothing is
 * taken for an attempt that is over: the charge changed, or was paid in another way. Where rows of another place are
 * held, what began there is taken by that place, or after the release.
 */
async function answerOf(
  runtime: Runtime,
  provider: PaymentProvider,
  attempt: AttemptRow,
): Promise<AttemptAnswer | { state: "released" }> {
  const answer = await provider.state(toPay(attempt));
  if (answer.state !== "approved") return answer;
  const held = movesMoney(runtime) ? await heldSince(runtime.db) : null;
  if (held && attempt.startedAt < held) return answer;
  return openAttemptStates.includes(attempt.state) ? provider.capture(toPay(attempt)) : { state: "released" };
}

/**
 * Asks the provider what became of an attempt and writes that down: the truth is there, never in an address or an event.
 * Throws when the provider cannot be reached. Refuses what `settle` refuses; not-found for an attempt that is not ours.
 */
export async function syncAttempt(runtime: Runtime, attemptId: string): Promise<Outcome<Synced>> {
  const [attempt] = await runtime.db.select().from(attempts).where(eq(attempts.id, attemptId));
  const provider = attempt && providerOf(runtime, attempt.provider);
  if (!attempt || !provider) return notFound();
  // Before the answer: an attempt that cannot be asked about does not stand before all others for ever.
  await runtime.db.update(attempts).set({ askedAt: runtime.clock() }).where(eq(attempts.id, attemptId));
  const answer = await answerOf(runtime, provider, attempt);
  if (answer.state === "paid") return settleAll(runtime, provider, attempt, answer.payments);
  const then = nextState[answer.state];
  if (then) {
    const written = await inTransaction(providerCtx(runtime, provider.key), (work) => moveOn(work, attempt, then));
    if (!written.ok) return written;
  }
  return done({ state: answer.state, results: [] });
}

const nextState = {
  open: null,
  approved: null,
  reviewing: "reviewing",
  failed: "failed",
  expired: "closed",
  released: "closed",
} as const;

type Payments = Extract<AttemptAnswer, { state: "paid" }>["payments"];

async function settleAll(
  runtime: Runtime,
  provider: PaymentProvider,
  attempt: AttemptRow,
  payments: Payments,
): Promise<Outcome<Synced>> {
  const results: Settled["result"][] = [];
  for (const payment of payments) {
    const receipt = { attempt, payment, method: provider.name, sandbox: provider.sandbox, inParts: provider.inParts };
    const settled = await inTransaction(providerCtx(runtime, provider.key), (work) => settle(work, receipt));
    if (!settled.ok) return settled;
    results.push(settled.value.result);
  }
  return done({ state: "paid", results });
}

/** An open attempt without money is under review or ends; one that has ended stays as it is. */
async function moveOn(
  work: Work,
  attempt: AttemptRow,
  state: "reviewing" | "failed" | "closed",
): Promise<Outcome<null>> {
  const order = await lockOrderForPayment(work, attempt.orderId);
  if (!order) return notFound();
  const ended = await work.tx
    .update(attempts)
    .set({ state, endedAt: state === "reviewing" ? null : work.now })
    .where(and(eq(attempts.id, attempt.id), openAttempt))
    .returning({ id: attempts.id });
  return ended.length === 0 ? done(null) : updatePaymentStatus(work, order, "failed");
}

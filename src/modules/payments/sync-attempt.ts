import { and, eq } from "drizzle-orm";
import { lockOrderForPayment } from "#src/modules/orders/index.server.ts";
import { inTransaction } from "#src/platform/command.ts";
import type { Ctx, Runtime } from "#src/platform/runtime.ts";
import type { Work } from "#src/platform/work.ts";
import { done, notFound, type Outcome } from "#src/shared/outcome.ts";
import { openAttempt } from "./align-charge.ts";
import type { AttemptRow } from "./books.ts";
import { type AttemptAnswer, type AttemptToPay, type PaymentProvider, providerOf } from "./ports.ts";
import { type Settled, settle } from "./settle.ts";
import { attempts } from "./tables.ts";
import { updatePaymentStatus } from "./update-payment-status.ts";

export type Synced = { state: AttemptAnswer["state"]; results: readonly Settled["result"][] };

/** Everything that a provider is told, from the stored row alone. */
export const toPay = ({ id, orderId, orderNumber, cents, currency, startedAt, endsAt }: AttemptRow): AttemptToPay => ({
  id,
  orderId,
  orderNumber,
  cents,
  currency,
  startedAt,
  endsAt,
});

const providerCtx = (runtime: Runtime, provider: string): Ctx => ({
  runtime,
  viewer: { kind: "provider", provider },
  request: { id: `provider:${provider}`, address: "" },
});

/**
 * Asks the provider what became of an attempt and writes that down: the truth is there, never in an address or an event.
 * Throws when the provider cannot be reached. Refuses what `settle` refuses; not-found for an attempt that is not ours.
 */
export async function syncAttempt(runtime: Runtime, attemptId: string): Promise<Outcome<Synced>> {
  const [attempt] = await runtime.db.select().from(attempts).where(eq(attempts.id, attemptId));
  const provider = attempt && providerOf(runtime, attempt.provider);
  if (!attempt || !provider) return notFound();
  const answer = await provider.lookUp(toPay(attempt));
  await runtime.db.update(attempts).set({ askedAt: runtime.clock() }).where(eq(attempts.id, attemptId));
  if (answer.state === "paid") return settleAll(runtime, provider, attempt, answer.payments);
  if (answer.state !== "open") {
    const ended = await inTransaction(providerCtx(runtime, provider.key), (work) =>
      endAttempt(work, attempt, answer.state === "failed" ? "failed" : "closed"),
    );
    if (!ended.ok) return ended;
  }
  return done({ state: answer.state, results: [] });
}

type Payments = Extract<AttemptAnswer, { state: "paid" }>["payments"];

async function settleAll(
  runtime: Runtime,
  provider: PaymentProvider,
  attempt: AttemptRow,
  payments: Payments,
): Promise<Outcome<Synced>> {
  const results: Settled["result"][] = [];
  for (const payment of payments) {
    const receipt = { attempt, payment, method: provider.name, sandbox: provider.sandbox };
    const settled = await inTransaction(providerCtx(runtime, provider.key), (work) => settle(work, receipt));
    if (!settled.ok) return settled;
    results.push(settled.value.result);
  }
  return done({ state: "paid", results });
}

/** An open attempt without money ends; one that has ended stays as it is. */
async function endAttempt(work: Work, attempt: AttemptRow, state: "failed" | "closed"): Promise<Outcome<null>> {
  const order = await lockOrderForPayment(work, attempt.orderId);
  if (!order) return notFound();
  const ended = await work.tx
    .update(attempts)
    .set({ state, endedAt: work.now })
    .where(and(eq(attempts.id, attempt.id), openAttempt))
    .returning({ id: attempts.id });
  return ended.length === 0 ? done(null) : updatePaymentStatus(work, order, "failed");
}

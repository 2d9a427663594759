import { and, eq, inArray } from "drizzle-orm";
import { inTransaction } from "#src/platform/command.ts";
import { mayLeave } from "#src/platform/outgoing-hold.ts";
import { type Runtime, systemCtx } from "#src/platform/runtime.ts";
import { claimDue, leaseFor, retryTime, type WorkQueue } from "#src/platform/work-queue.ts";
import { minuteMs } from "#src/shared/units.ts";
import { movesMoney, providerOf } from "../ports.ts";
import type { RefundRow } from "../settling/books.ts";
import { attempts, refunds, settlements } from "../tables.ts";
import { followRefunds } from "./follow-refunds.ts";
import { writeAnswer } from "./refund-rows.ts";

const leaseMs = minuteMs;
const batch = 20;
/** A refund that is refused while its payment shrinks at the provider is asked for so often in one go. */
const mostAsks = 3;
const firstWaitMs = 10_000;

export const refundQueue: WorkQueue<typeof refunds> = { name: "refunds", table: refunds, due: refunds.nextTryAt };

/**
 * Sends every refund that is due, outside of any transaction, under its own id as the key: a crash between the provider
 * and our books repeats the same call. Returns how many it asked for.
 */
export async function sendDueRefunds(runtime: Runtime): Promise<number> {
  const due = await claimRefunds(runtime);
  for (const refund of due) await sendOne(runtime, refund);
  return due.length;
}

async function claimRefunds(runtime: Runtime): Promise<readonly RefundRow[]> {
  const now = runtime.clock();
  const which = movesMoney(runtime) ? mayLeave : undefined;
  return claimDue(runtime.db, refundQueue, { now, which, most: batch, lease: leaseFor(refunds, now, leaseMs) });
}

async function sendOne(runtime: Runtime, refund: RefundRow): Promise<void> {
  try {
    for (let asks = 1; asks <= mostAsks; asks += 1) if (await isSent(runtime, refund.id, asks === mostAsks)) return;
  } catch (error) {
    await tryLater(runtime, refund, error);
  }
}

const rowOf = async (runtime: Runtime, id: string): Promise<RefundRow | undefined> =>
  (await runtime.db.select().from(refunds).where(eq(refunds.id, id)))[0];

const toBeSent = (one: RefundRow | undefined): one is RefundRow => one?.state === "waiting" || one?.state === "sent";

/**
 * Asks the provider what went back of the payment, so that no more than what is left is asked for, then for the refund.
 * False: it was refused, and meanwhile less is left than was asked for. A refusal is written down otherwise, or with
 * `last`.
 */
async function isSent(runtime: Runtime, id: string, last: boolean): Promise<boolean> {
  const { settlement, reference } = await paymentOf(runtime, id);
  const provider = providerOf(runtime, settlement.provider);
  if (!provider) throw new Error(`The provider "${settlement.provider}" is not configured.`);
  const { transaction } = settlement;
  const known = await followRefunds(runtime, provider, transaction);
  const refund = await rowOf(runtime, id);
  if (!toBeSent(refund) || known.some((one) => one.id === id && one.state !== "failed")) return true;
  const { cents, currency, refusals } = refund;
  const answer = await provider.refund({ id, transaction, reference, cents, currency, refusals });
  if (answer.state === "failed" && !last) {
    await followRefunds(runtime, provider, transaction);
    if ((await rowOf(runtime, id))?.cents !== cents) return false;
  }
  const written = await inTransaction(systemCtx(runtime, "payments.refunds"), (work) =>
    writeAnswer(work, id, answer, { method: settlement.method, arrival: provider.arrival }),
  );
  if (!written.ok) throw new Error(written.message);
  return true;
}

async function paymentOf({ db }: Runtime, refundId: string) {
  const [found] = await db
    .select({ settlement: settlements, reference: attempts.reference })
    .from(refunds)
    .innerJoin(settlements, eq(settlements.id, refunds.settlementId))
    .leftJoin(attempts, eq(attempts.id, settlements.attemptId))
    .where(eq(refunds.id, refundId));
  if (!found) throw new Error("The payment of this refund is missing.");
  return found;
}

async function tryLater(runtime: Runtime, refund: RefundRow, error: unknown): Promise<void> {
  runtime.log.error({ err: error, refund: refund.id }, "a refund could not be sent");
  const nextTryAt = retryTime(runtime.clock(), refund.attempts, firstWaitMs);
  await runtime.db
    .update(refunds)
    .set({ nextTryAt, error: String(error).slice(0, 500) })
    .where(and(eq(refunds.id, refund.id), inArray(refunds.state, ["waiting", "sent"])));
}

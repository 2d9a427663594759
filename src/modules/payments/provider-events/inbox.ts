import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { keptBudgets } from "#src/platform/guest-budgets.ts";
import type { JobKind } from "#src/platform/jobs.ts";
import { countUses, uncountUse } from "#src/platform/limits.ts";
import type { Ctx, Runtime } from "#src/platform/runtime.ts";
import { retryTime } from "#src/platform/work-queue.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { dayMs, hourMs } from "#src/shared/units.ts";
import { syncAttempt } from "../attempts/sync-attempt.ts";
import { canManageMoney } from "../domain/policy.ts";
import { type AskAllowance, type PaymentProvider, providerOf, providersPort } from "../ports.ts";
import { followRefunds } from "../refunds/follow-refunds.ts";
import { providerEvents, refunds } from "../tables.ts";
import {
  claimEvents,
  type EventName,
  type EventRow,
  endEvent,
  failEvent,
  isOurAttempt,
  keepEvent,
  storeEvents,
} from "./event-rows.ts";
import { followDispute } from "./follow-dispute.ts";

const { name, most: fromOne, seconds } = keptBudgets.forgedEvent;
/** From all addresses together. */
const inSum = 300;

/**
 * Forged events must not become as many questions to the provider. Every question is counted before it is asked, and
 * released when the event was real: a sender of many real events is never refused for their number.
 */
function openAllowance(
  runtime: Runtime,
  provider: string,
  address: string,
): { take: AskAllowance; release: () => Promise<void> } {
  const { limitsFactor } = runtime.config;
  const uses = [
    { key: `${name}:${provider}:${address}`, most: fromOne * limitsFactor, seconds },
    { key: `${name}:${provider}`, most: inSum * limitsFactor, seconds },
  ];
  let taken: Date | null = null;
  return {
    take: async () => {
      const now = runtime.clock();
      const wait = await countUses(runtime.db, uses, now);
      if (wait === null) taken = now;
      else runtime.log.warn({ provider }, "an event was not looked at: too many were forged");
      return wait;
    },
    release: async () => {
      const at = taken;
      if (at) await Promise.all(uses.map((use) => uncountUse(runtime.db, use, at)));
    },
  };
}

type Due = { provider: string; eventId: string };

const makeDue = command<{ eventId: string }, Due>("payments.retry-event", {
  input: z.strictObject({ eventId: z.uuid() }),
  run: async (work, { eventId: id }) => {
    if (!canManageMoney(work.viewer)) return notFound();
    const [due] = await work.tx
      .update(providerEvents)
      .set({ nextTryAt: work.now, attempts: 0 })
      .where(and(eq(providerEvents.id, id), isNull(providerEvents.processedAt)))
      .returning({ provider: providerEvents.provider, eventId: providerEvents.eventId });
    if (!due) return refuse("conflict", "This message is processed already.");
    work.audit({ action: "payments.event-retried", subject: id, detail: due });
    return done(due);
  },
});

/**
 * Follows a stored event now that could not be followed before, and counts its tries anew; whether it worked stands in
 * the inbox. Refusals: not-found, invalid, conflict (it is handled already).
 */
export async function retryEvent(ctx: Ctx, raw: unknown): Promise<Outcome<Due>> {
  const due = await makeDue(ctx, raw);
  if (due.ok) await processDueEvents(ctx.runtime, due.value);
  return due;
}

/** After that, about half a day, a person has to ask for the next try. */
const mostTries = 20;
const firstWaitMs = 10_000;

export type Received =
  | { ok: true; eventId: string; processed: Promise<void> }
  | { ok: false; status: 400 | 404 | 503; reason: string }
  | { ok: false; status: 429; reason: string; retryAfter: number };

/** What came to a provider's address; `address` is the sender's in the network. */
type Letter = { raw: string; headers: Headers; address?: string };

/** Whether events of this provider are taken at its address. */
export const handlesEvents = (runtime: Runtime, key: string): boolean => providerOf(runtime, key) !== undefined;

/**
 * Takes an event of a provider: the signature first, over the exact bytes; then the row under the provider's own id; only
 * then, and not waited for by the webhook handler, the work that it asks for. An event that came before is not stored again.
 */
export async function receiveEvent(
  runtime: Runtime,
  key: string,
  { raw, headers, address = "" }: Letter,
): Promise<Received> {
  const provider = providerOf(runtime, key);
  if (!provider) return { ok: false, status: 404, reason: "unknown provider" };
  const allowance = openAllowance(runtime, key, address);
  const verified = await provider.verifyEvent(raw, headers, allowance.take).catch((err: unknown) => {
    runtime.log.error({ err, provider: key }, "an event could not be checked");
    return null;
  });
  // Neither taken nor refused: the provider sends it again.
  if (!verified) return { ok: false, status: 503, reason: "cannot be checked now" };
  if (!verified.ok && verified.wait !== undefined)
    return { ok: false, status: 429, reason: verified.reason, retryAfter: verified.wait };
  if (!verified.ok) {
    runtime.log.warn({ provider: key, reason: verified.reason }, "an event was refused");
    return { ok: false, status: 400, reason: verified.reason };
  }
  await allowance.release();
  const eventId = verified.event.id;
  const fresh = await keepEvent(runtime, key, { ...verified.event, raw });
  const processed = fresh ? processOne(runtime, fresh) : processDueEvents(runtime, { provider: key, eventId });
  return { ok: true, eventId, processed: processed.then(() => undefined) };
}

/** Processes stored events that are due: one of them, or a batch of all. Never rejects; what failed is tried again. */
export async function processDueEvents(runtime: Runtime, one?: EventName): Promise<number> {
  try {
    const due = await claimEvents(runtime, one);
    for (const event of due) await processOne(runtime, event);
    return due.length;
  } catch (err) {
    runtime.log.error({ err }, "events could not be processed");
    return 0;
  }
}

/** Never rejects, also when the database is gone: the lease ends, and the job tries again. */
async function processOne(runtime: Runtime, row: EventRow): Promise<void> {
  try {
    const provider = providerOf(runtime, row.provider);
    if (!provider) throw new Error(`The provider "${row.provider}" is not configured.`);
    await followEvent(runtime, provider, row);
    await endEvent(runtime, row.id);
  } catch (error) {
    runtime.log.error({ err: error, event: row.eventId }, "an event could not be processed");
    const next = row.attempts >= mostTries ? null : retryTime(runtime.clock(), row.attempts, firstWaitMs);
    await failEvent(runtime, row.id, next, error).catch((err: unknown) =>
      runtime.log.error({ err, event: row.eventId }, "an event's failure could not be kept"),
    );
  }
}

/** The event names what has changed; the provider is asked what is true of it. Anything else asks for nothing. */
async function followEvent(runtime: Runtime, provider: PaymentProvider, row: EventRow): Promise<void> {
  if (row.refundId)
    await runtime.db
      .update(refunds)
      .set({ nextTryAt: runtime.clock() })
      .where(and(eq(refunds.id, row.refundId), eq(refunds.state, "sent")));
  if (row.transaction) await followRefunds(runtime, provider, row.transaction);
  if (row.dispute) await followDispute(runtime, provider, row.dispute);
  if (row.attemptId) await followAttempt(runtime, provider, row.attemptId);
}

async function followAttempt(runtime: Runtime, provider: PaymentProvider, attemptId: string): Promise<void> {
  if (!(await isOurAttempt(runtime, attemptId, provider.key))) return;
  const synced = await syncAttempt(runtime, attemptId);
  if (!synced.ok) throw new Error(synced.message);
}

/** Longer than the time between two runs, so that some without an answer are made up for by the next ones. */
const hourlyLookBackMs = 6 * hourMs;
const dailyLookBackMs = 3 * dayMs;
const batch = 200;

/**
 * Asks each provider which events of the last three days, or of `lookBackMs`, it has kept, and stores those that never
 * reached us; they are followed like any other. A provider that does not answer is asked again at the next run.
 * Returns how many were new.
 */
export async function fetchMissedEvents(runtime: Runtime, lookBackMs = dailyLookBackMs): Promise<number> {
  const since = new Date(runtime.clock().getTime() - lookBackMs);
  let missed = 0;
  for (const provider of runtime.port(providersPort)) {
    try {
      const kept = (await provider.eventsSince?.(since)) ?? [];
      for (let at = 0; at < kept.length; at += batch)
        missed += await storeEvents(runtime, provider.key, kept.slice(at, at + batch));
    } catch (err) {
      runtime.log.error({ err, provider: provider.key }, "a provider's events could not be listed");
    }
  }
  if (missed > 0) runtime.log.warn({ missed }, "events of payment providers had not reached us");
  return missed;
}

/** Refunds and disputes that only a provider knows are in our books before a payout can leave. */
export const missedEventsJobs: readonly JobKind[] = [
  {
    name: "payments.missed-events",
    cron: "23 * * * *",
    run: async (runtime) => {
      await fetchMissedEvents(runtime, hourlyLookBackMs);
    },
  },
  {
    name: "payments.missed-events-of-days",
    cron: "43 4 * * *",
    run: async (runtime) => {
      await fetchMissedEvents(runtime);
    },
  },
];

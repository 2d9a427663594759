import { and, asc, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import { newId } from "#src/platform/ids.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { hourSeconds } from "#src/shared/units.ts";
import { openAllowance } from "./event-allowance.ts";
import { followDispute } from "./follow-dispute.ts";
import { followRefunds } from "./follow-refunds.ts";
import { type EventSubject, type KeptEvent, type PaymentProvider, providerOf } from "./ports.ts";
import { syncAttempt } from "./sync-attempt.ts";
import { attempts, providerEvents, refunds } from "./tables.ts";

type EventRow = typeof providerEvents.$inferSelect;

const leaseMs = 60_000;
const batch = 20;
/** After that, about half a day, a person has to ask for the next try. */
const mostTries = 20;
const plus = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

export type Received =
  | { ok: true; eventId: string; processed: Promise<void> }
  | { ok: false; status: 400 | 404 | 503; reason: string }
  | { ok: false; status: 429; reason: string; retryAfter: number };

/** What came to a provider's address; `address` is the sender's in the network. */
type Letter = { raw: string; headers: Headers; address?: string };

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
  await allowance.giveBack();
  const eventId = verified.event.id;
  await storeEvents(runtime, key, [{ ...verified.event, raw }]);
  return { ok: true, eventId, processed: processDueEvents(runtime, { provider: key, eventId }).then(() => undefined) };
}

/** Writes events into the inbox, each once under the provider's own id. Returns how many are new. */
export async function storeEvents(runtime: Runtime, provider: string, events: readonly KeptEvent[]): Promise<number> {
  if (events.length === 0) return 0;
  const now = runtime.clock();
  const rows = events.map(({ id: eventId, type, about, raw }) => ({
    id: newId(),
    provider,
    eventId,
    type,
    body: raw,
    ...subjectOf(about),
    receivedAt: now,
    nextTryAt: now,
  }));
  const made = await runtime.db
    .insert(providerEvents)
    .values(rows)
    .onConflictDoNothing({ target: [providerEvents.provider, providerEvents.eventId] })
    .returning({ id: providerEvents.id });
  return made.length;
}

/** Processes stored events that are due: one of them, or a batch of all. Never rejects; what failed is tried again. */
export async function processDueEvents(runtime: Runtime, one?: { provider: string; eventId: string }): Promise<number> {
  try {
    const due = await claimDue(runtime, one);
    for (const event of due) await processOne(runtime, event);
    return due.length;
  } catch (err) {
    runtime.log.error({ err }, "events could not be processed");
    return 0;
  }
}

async function claimDue(runtime: Runtime, one?: { provider: string; eventId: string }): Promise<readonly EventRow[]> {
  const now = runtime.clock();
  const due = and(isNull(providerEvents.processedAt), lte(providerEvents.nextTryAt, now));
  const ids = runtime.db
    .select({ id: providerEvents.id })
    .from(providerEvents)
    .where(one ? and(due, eq(providerEvents.provider, one.provider), eq(providerEvents.eventId, one.eventId)) : due)
    .orderBy(asc(providerEvents.nextTryAt))
    .limit(batch)
    .for("update", { skipLocked: true });
  return runtime.db
    .update(providerEvents)
    .set({ nextTryAt: plus(now, leaseMs), attempts: sql`${providerEvents.attempts} + 1` })
    .where(and(inArray(providerEvents.id, ids), due))
    .returning();
}

async function processOne(runtime: Runtime, row: EventRow): Promise<void> {
  try {
    const provider = providerOf(runtime, row.provider);
    if (!provider) throw new Error(`The provider "${row.provider}" is not configured.`);
    await followEvent(runtime, provider, row);
    await runtime.db
      .update(providerEvents)
      .set({ processedAt: runtime.clock(), nextTryAt: null, error: null })
      .where(eq(providerEvents.id, row.id));
  } catch (error) {
    runtime.log.error({ err: error, event: row.eventId }, "an event could not be processed");
    const given = row.attempts >= mostTries;
    const wait = Math.min(hourSeconds, 5 * 2 ** Math.min(row.attempts, 10)) * 1000;
    await runtime.db
      .update(providerEvents)
      .set({ nextTryAt: given ? null : plus(runtime.clock(), wait), error: String(error).slice(0, 500) })
      .where(eq(providerEvents.id, row.id));
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
  const [ours] = await runtime.db
    .select({ id: attempts.id })
    .from(attempts)
    .where(and(eq(attempts.id, attemptId), eq(attempts.provider, provider.key)));
  if (!ours) return;
  const synced = await syncAttempt(runtime, attemptId);
  if (!synced.ok) throw new Error(synced.message);
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Another installation's ids ask for nothing. */
const ownId = (id: string | undefined): string | null => (id !== undefined && uuid.test(id) ? id : null);

const subjectOf = (about: EventSubject | null) => ({
  attemptId: about?.kind === "attempt" ? ownId(about.attemptId) : null,
  refundId: about?.kind === "refund" ? ownId(about.refundId) : null,
  transaction: about?.kind === "refund" ? (about.transaction ?? null) : null,
  dispute: about?.kind === "dispute" ? about.reference : null,
});

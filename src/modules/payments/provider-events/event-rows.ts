import { and, desc, eq, inArray, isNull } from "drizzle-orm";
import { batchCalls } from "#src/platform/calls-at-once.ts";
import type { Database } from "#src/platform/database/database.ts";
import { newId } from "#src/platform/ids.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { claimDue, leaseFor, type WorkQueue } from "#src/platform/work-queue.ts";
import { isId } from "#src/shared/id.ts";
import { minuteMs } from "#src/shared/units.ts";
import type { EventSubject, KeptEvent } from "../ports.ts";
import { attempts, providerEvents } from "../tables.ts";

export type EventRow = typeof providerEvents.$inferSelect;
export type EventName = { provider: string; eventId: string };

const leaseMs = minuteMs;
const batch = 20;
/** Rows of one statement: an event can be 30 kB long. */
const most = 100;
export const providerEventQueue: WorkQueue<typeof providerEvents> = {
  name: "provider-events",
  table: providerEvents,
  due: providerEvents.nextTryAt,
  where: isNull(providerEvents.processedAt),
};

const plus = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

const rowOf = (provider: string, event: KeptEvent, now: Date): EventRow => ({
  id: newId(),
  provider,
  eventId: event.id,
  type: event.type,
  body: event.raw,
  ...subjectOf(event.about),
  receivedAt: now,
  processedAt: null,
  attempts: 0,
  nextTryAt: now,
  error: null,
});

/** Writes events into the inbox, each once under the provider's own id. Returns those that are new. */
async function insertNew({ db }: Runtime, rows: readonly EventRow[]): Promise<Set<string>> {
  const made = await db
    .insert(providerEvents)
    .values([...rows])
    .onConflictDoNothing({ target: [providerEvents.provider, providerEvents.eventId] })
    .returning({ id: providerEvents.id });
  return new Set(made.map(({ id }) => id));
}

/** When the newest message of a provider came, reported or asked for; null: none yet. */
export async function lastReportOf(db: Database, provider: string): Promise<Date | null> {
  const [row] = await db
    .select({ at: providerEvents.receivedAt })
    .from(providerEvents)
    .where(eq(providerEvents.provider, provider))
    .orderBy(desc(providerEvents.receivedAt), desc(providerEvents.id))
    .limit(1);
  return row?.at ?? null;
}

/** Writes events into the inbox for the job to follow. Returns how many are new. */
export async function storeEvents(runtime: Runtime, provider: string, events: readonly KeptEvent[]): Promise<number> {
  if (events.length === 0) return 0;
  const now = runtime.clock();
  return (
    await insertNew(
      runtime,
      events.map((event) => rowOf(provider, event, now)),
    )
  ).size;
}

type Together = {
  keep: (row: EventRow) => Promise<EventRow | null>;
  isOurs: (attempt: { id: string; provider: string }) => Promise<boolean>;
  done: (id: string) => Promise<void>;
};

const ofRuntimes = new WeakMap<Runtime, Together>();

/** A provider that sends a thousand events a second costs few statements: what comes meanwhile goes with the next one. */
function together(runtime: Runtime): Together {
  const known = ofRuntimes.get(runtime);
  if (known) return known;
  const made: Together = {
    keep: batchCalls<EventRow, EventRow | null>(async (rows) => {
      const fresh = await insertNew(runtime, rows);
      return rows.map((row) => (fresh.has(row.id) ? row : null));
    }, most),
    isOurs: batchCalls<{ id: string; provider: string }, boolean>(async (asked) => {
      const rows = await runtime.db
        .select({ id: attempts.id, provider: attempts.provider })
        .from(attempts)
        .where(
          inArray(
            attempts.id,
            asked.map(({ id }) => id),
          ),
        );
      const providers = new Map(rows.map(({ id, provider }) => [id, provider]));
      return asked.map(({ id, provider }) => providers.get(id) === provider);
    }, most),
    done: batchCalls<string, void>(async (ids) => {
      await runtime.db
        .update(providerEvents)
        .set({ processedAt: runtime.clock(), nextTryAt: null, error: null })
        .where(inArray(providerEvents.id, [...ids]));
      return [];
    }, most),
  };
  ofRuntimes.set(runtime, made);
  return made;
}

/**
 * Writes one event into the inbox and takes it for this process: should it end, the job follows it when the lease is
 * over. Null when it came before.
 */
export function keepEvent(runtime: Runtime, provider: string, event: KeptEvent): Promise<EventRow | null> {
  const now = runtime.clock();
  return together(runtime).keep({ ...rowOf(provider, event, now), attempts: 1, nextTryAt: plus(now, leaseMs) });
}

/** Whether an event's attempt is one of ours, at that provider. */
export const isOurAttempt = (runtime: Runtime, id: string, provider: string): Promise<boolean> =>
  together(runtime).isOurs({ id, provider });

/** The event was followed; nobody looks at it again. */
export const endEvent = (runtime: Runtime, id: string): Promise<void> => together(runtime).done(id);

/** Takes stored events that are due for this process: one of them, or a batch of all. */
export async function claimEvents(runtime: Runtime, one?: EventName): Promise<readonly EventRow[]> {
  const now = runtime.clock();
  const which = one && and(eq(providerEvents.provider, one.provider), eq(providerEvents.eventId, one.eventId));
  const lease = leaseFor(providerEvents, now, leaseMs);
  return claimDue(runtime.db, providerEventQueue, { now, which, most: batch, lease });
}

/** The event could not be followed: at `nextTryAt` again, or, when that is null, when a person asks for it. */
export async function failEvent(runtime: Runtime, id: string, nextTryAt: Date | null, error: unknown): Promise<void> {
  await runtime.db
    .update(providerEvents)
    .set({ nextTryAt, error: String(error).slice(0, 500) })
    .where(eq(providerEvents.id, id));
}

/** Another installation's ids ask for nothing. */
const ownId = (id: string | undefined): string | null => (id !== undefined && isId(id) ? id : null);

const subjectOf = (about: EventSubject | null) => ({
  attemptId: about?.kind === "attempt" ? ownId(about.attemptId) : null,
  refundId: about?.kind === "refund" ? ownId(about.refundId) : null,
  transaction: about?.kind === "refund" ? (about.transaction ?? null) : null,
  dispute: about?.kind === "dispute" ? about.reference : null,
});

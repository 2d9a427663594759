import { and, eq, inArray, isNotNull, lte, sql } from "drizzle-orm";
import { done } from "#src/shared/outcome.ts";
import { inTransaction } from "./command.ts";
import type { Database } from "./database/database.ts";
import { type Runtime, systemCtx } from "./runtime.ts";
import { outbox, reactionsDone } from "./tables.ts";
import type { Work } from "./work.ts";

export type DomainEvent = { id: string; name: string; subject: string; payload: Record<string, unknown>; at: Date };
/** What a module does when another one states an event: once per event, in a transaction of its own. */
export type EventHandler = {
  on: string;
  name: string;
  /** Which events of this name it answers at all; without it every one. Others cost no transaction. */
  concerns?: (payload: DomainEvent["payload"]) => boolean;
  run: (work: Work, event: DomainEvent) => Promise<void>;
};

type Claimed = DomainEvent & { attempts: number };

const leaseSeconds = 30;
const batch = 50;
const lanes = 4;

/**
 * Dispatches due events, and those that their event handlers state, before the promise resolves. One pass at a time in a
 * process; who asks while one runs gets the next one. Processes share by row locks.
 */
export function openDispatcher(eventHandlers: readonly EventHandler[]): (runtime: Runtime) => Promise<void> {
  const byEvent = Map.groupBy(eventHandlers, (handler) => handler.on);
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const pass = async (runtime: Runtime) => {
    for (let more = true; more; ) {
      const events = await claim(runtime);
      const stated = events.length > 0 && (await deliverAll(runtime, events, byEvent));
      more = stated || events.length === batch;
    }
  };
  const start = (runtime: Runtime): Promise<void> => {
    next = null;
    const mine = pass(runtime)
      .catch((error) => runtime.log.error({ err: error }, "events could not be dispatched"))
      .finally(() => {
        if (running === mine) running = null;
      });
    running = mine;
    return mine;
  };
  return (runtime) => {
    if (!running) return start(runtime);
    next ??= running.then(() => start(runtime));
    return next;
  };
}

/** Says whether an event has a handler; the others are never due. */
export const hasHandlerAmong = (eventHandlers: readonly EventHandler[]): Runtime["hasHandler"] => {
  const byEvent = Map.groupBy(eventHandlers, (handler) => handler.on);
  return (event) => handlersOf(event, byEvent).length > 0;
};

const handlersOf = (
  { name, payload }: Pick<DomainEvent, "name" | "payload">,
  byEvent: Map<string, readonly EventHandler[]>,
) => (byEvent.get(name) ?? []).filter(({ concerns }) => concerns?.(payload) ?? true);

/** Takes due events for half a minute: if this process dies, another one finds them again. */
async function claim(runtime: Runtime): Promise<Claimed[]> {
  const now = runtime.clock();
  const due = runtime.db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(isNotNull(outbox.nextTryAt), lte(outbox.nextTryAt, now)))
    .orderBy(outbox.nextTryAt, outbox.id)
    .limit(batch)
    .for("update", { skipLocked: true });
  const taken = await runtime.db
    .update(outbox)
    .set({ nextTryAt: new Date(now.getTime() + leaseSeconds * 1000), attempts: sql`${outbox.attempts} + 1` })
    .where(inArray(outbox.id, due))
    .returning();
  return taken.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Events about one subject keep their order; a few subjects run side by side. True when a handler stated a new event. */
async function deliverAll(
  runtime: Runtime,
  events: readonly Claimed[],
  byEvent: Map<string, readonly EventHandler[]>,
): Promise<boolean> {
  const isHandled = (event: Claimed): boolean => handlersOf(event, byEvent).length > 0;
  const unhandled = events.filter((event) => !isHandled(event)).map(({ id }) => id);
  const handled = events.filter(isHandled);
  const waiting = [...Map.groupBy(handled, ({ subject }) => subject).values()];
  let stated = false;
  const inside: Runtime = {
    ...runtime,
    dispatchEvents: async () => {
      stated = true;
    },
  };
  const lane = async () => {
    for (let same = waiting.shift(); same; same = waiting.shift())
      for (const event of same) await deliver(inside, event, handlersOf(event, byEvent));
  };
  if (unhandled.length > 0) await endEvents(runtime.db, unhandled);
  await Promise.all(Array.from({ length: lanes }, lane));
  return stated;
}

/** Runs every handler; the last one ends the event in its own transaction. After a failure the event comes back later. */
async function deliver(runtime: Runtime, event: Claimed, eventHandlers: readonly EventHandler[]): Promise<void> {
  const failures: string[] = [];
  for (const [i, handler] of eventHandlers.entries()) {
    const last = failures.length === 0 && i === eventHandlers.length - 1;
    try {
      await runOnce(runtime, event, handler, last);
    } catch (error) {
      failures.push(`${handler.name}: ${String(error)}`);
      runtime.log.error({ err: error, event: event.name, factId: event.id, handler: handler.name }, "a handler failed");
    }
  }
  if (failures.length === 0) return;
  const wait = Math.min(3600, 2 ** Math.min(event.attempts, 11)) * 1000;
  await runtime.db
    .update(outbox)
    .set({ nextTryAt: new Date(runtime.clock().getTime() + wait), error: failures.join("; ").slice(0, 2000) })
    .where(eq(outbox.id, event.id));
}

const endEvents = (db: Database, ids: readonly string[]) =>
  db
    .update(outbox)
    .set({ nextTryAt: null, error: null })
    .where(inArray(outbox.id, [...ids]));

async function runOnce(runtime: Runtime, event: DomainEvent, handler: EventHandler, last: boolean): Promise<void> {
  const outcome = await inTransaction(systemCtx(runtime, handler.name), async (work) => {
    const first = await work.tx
      .insert(reactionsDone)
      .values({ factId: event.id, reaction: handler.name, at: work.now })
      .onConflictDoNothing()
      .returning({ id: reactionsDone.factId });
    if (first.length > 0) await handler.run(work, event);
    if (last) await endEvents(work.tx, [event.id]);
    return done(null);
  });
  if (!outcome.ok) throw new Error(outcome.message);
}

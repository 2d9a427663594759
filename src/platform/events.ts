import { asc, eq, inArray, type SQL } from "drizzle-orm";
import { done } from "#src/shared/outcome.ts";
import { batchCalls } from "./calls-at-once.ts";
import { inTransaction } from "./command.ts";
import type { Database } from "./database/database.ts";
import { type Runtime, systemCtx } from "./runtime.ts";
import { handledEvents, outbox } from "./tables.ts";
import type { Work } from "./work.ts";
import { claimDue, leaseFor, retryTime, type WorkQueue } from "./work-queue.ts";

export type DomainEvent = { id: string; name: string; subject: string; payload: Record<string, unknown>; at: Date };
/** What a module does when another one states an event: once per event, in a transaction of its own. */
export type EventHandler = {
  on: string;
  name: string;
  /** Which events of this name it answers at all; without it every one. Others cost no transaction. */
  concerns?: (payload: DomainEvent["payload"], db: Database) => boolean;
  run: (work: Work, event: DomainEvent) => Promise<void>;
};

type Claimed = DomainEvent & { attempts: number };

const leaseMs = 30_000;
const firstWaitMs = 2_000;
const batch = 50;
/** Events that are dispatched in the background run side by side like this; those of a request run with it. */
const lanes = 4;

export const eventQueue: WorkQueue<typeof outbox> = { name: "events", table: outbox, due: outbox.nextTryAt };

type Own = { runtime: Runtime; ids: readonly string[] };

/**
 * Dispatches events, and those that their handlers state, before the promise resolves. With `own`, the events of one
 * command, so that a caller waits for its own events only. Without it every due event, one pass at a time in a process; a
 * call while one runs gets the next one. Processes share by row locks.
 */
export function openDispatcher(
  eventHandlers: readonly EventHandler[],
): (runtime: Runtime, own?: readonly string[]) => Promise<void> {
  const byEvent = Map.groupBy(eventHandlers, (handler) => handler.on);
  const turns = openTurns();
  const inLane = openLanes(lanes);
  const inTurnAndLane: Turns = (subject, step) => turns(subject, () => inLane(step));
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const claimOwn = batchCalls(async (asked: readonly Own[]): Promise<readonly Claimed[][]> => {
    const [first] = asked;
    const wanted = asked.flatMap(({ ids }) => ids);
    const taken = first ? await claim(first.runtime, inArray(outbox.id, wanted), wanted.length) : [];
    return asked.map(({ ids }) => taken.filter(({ id }) => ids.includes(id)));
  }, batch);
  const ownOnly = async (runtime: Runtime, own: readonly string[]): Promise<void> => {
    for (let ids = own; ids.length > 0; )
      ids = await deliverAll(runtime, await claimOwn({ runtime, ids }), byEvent, turns);
  };
  const pass = async (runtime: Runtime): Promise<void> => {
    for (let more = true; more; ) {
      const events = await claim(runtime, undefined, batch);
      const stated = await deliverAll(runtime, events, byEvent, inTurnAndLane);
      more = stated.length > 0 || events.length === batch;
    }
  };
  const logged = (runtime: Runtime, dispatched: Promise<void>): Promise<void> =>
    dispatched.catch((error) => runtime.log.error({ err: error }, "events could not be dispatched"));
  const start = (runtime: Runtime): Promise<void> => {
    next = null;
    const mine = logged(runtime, pass(runtime)).finally(() => {
      if (running === mine) running = null;
    });
    running = mine;
    return mine;
  };
  return (runtime, own) => {
    if (own) return logged(runtime, ownOnly(runtime, own));
    if (!running) return start(runtime);
    next ??= running.then(() => start(runtime));
    return next;
  };
}

type Turns = (subject: string, step: () => Promise<void>) => Promise<void>;

/** Runs steps, those of one subject one after the other. */
function openTurns(): Turns {
  const last = new Map<string, Promise<void>>();
  return (subject, step) => {
    const mine = (last.get(subject) ?? Promise.resolve()).then(step);
    const ended = mine
      .catch(() => undefined)
      .then(() => {
        if (last.get(subject) === ended) last.delete(subject);
      });
    last.set(subject, ended);
    return mine;
  };
}

/** Runs steps, at most `most` at once. */
function openLanes(most: number): (step: () => Promise<void>) => Promise<void> {
  const waiting: (() => void)[] = [];
  let free = most;
  return async (step) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      await step();
    } finally {
      const go = waiting.shift();
      if (go) go();
      else free += 1;
    }
  };
}

/** Says whether an event has a handler; the others are never due. */
export const hasHandlerAmong = (eventHandlers: readonly EventHandler[], db: Database): Runtime["hasHandler"] => {
  const byEvent = Map.groupBy(eventHandlers, (handler) => handler.on);
  return (event) => handlersOf(event, byEvent, db).length > 0;
};

const handlersOf = (
  { name, payload }: Pick<DomainEvent, "name" | "payload">,
  byEvent: Map<string, readonly EventHandler[]>,
  db: Database,
) => (byEvent.get(name) ?? []).filter(({ concerns }) => concerns?.(payload, db) ?? true);

/** Takes due events for half a minute: if this process dies, another one finds them again. */
async function claim(runtime: Runtime, which: SQL | undefined, most: number): Promise<Claimed[]> {
  const now = runtime.clock();
  const order = [asc(outbox.nextTryAt), asc(outbox.id)];
  const taken = await claimDue(runtime.db, eventQueue, {
    now,
    which,
    most,
    order,
    lease: leaseFor(outbox, now, leaseMs),
  });
  return taken.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Events about one subject keep their order; a few subjects run side by side. Gives the ids of what handlers stated. */
async function deliverAll(
  runtime: Runtime,
  events: readonly Claimed[],
  byEvent: Map<string, readonly EventHandler[]>,
  turns: Turns,
): Promise<string[]> {
  const isHandled = (event: Claimed): boolean => handlersOf(event, byEvent, runtime.db).length > 0;
  const unhandled = events.filter((event) => !isHandled(event)).map(({ id }) => id);
  const stated: string[] = [];
  const inside: Runtime = {
    ...runtime,
    dispatchEvents: async (own = []) => void stated.push(...own),
  };
  if (unhandled.length > 0) await endEvents(runtime.db, unhandled);
  await Promise.all(
    events
      .filter(isHandled)
      .map((event) => turns(event.subject, () => deliver(inside, event, handlersOf(event, byEvent, runtime.db)))),
  );
  return stated;
}

/** Runs every handler; the last one ends the event in its own transaction. After a failure the event is retried later. */
async function deliver(runtime: Runtime, event: Claimed, eventHandlers: readonly EventHandler[]): Promise<void> {
  const failures: string[] = [];
  for (const [i, handler] of eventHandlers.entries()) {
    const last = failures.length === 0 && i === eventHandlers.length - 1;
    try {
      await runOnce(runtime, event, handler, last);
    } catch (error) {
      failures.push(`${handler.name}: ${String(error)}`);
      runtime.log.error(
        { err: error, event: event.name, eventId: event.id, handler: handler.name },
        "a handler failed",
      );
    }
  }
  if (failures.length === 0) return;
  const nextTryAt = retryTime(runtime.clock(), event.attempts, firstWaitMs);
  await runtime.db
    .update(outbox)
    .set({ nextTryAt, error: failures.join("; ").slice(0, 2000) })
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
      .insert(handledEvents)
      .values({ eventId: event.id, handler: handler.name, at: work.now })
      .onConflictDoNothing()
      .returning({ id: handledEvents.eventId });
    if (first.length > 0) await handler.run(work, event);
    if (last) await endEvents(work.tx, [event.id]);
    return done(null);
  });
  if (!outcome.ok) throw new Error(outcome.message);
}

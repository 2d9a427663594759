import { and, eq, inArray, isNotNull, lte, sql } from "drizzle-orm";
import { done } from "#src/shared/outcome.ts";
import { inTransaction } from "./command.ts";
import type { Database } from "./database/database.ts";
import { type Runtime, systemCtx } from "./runtime.ts";
import { outbox, reactionsDone } from "./tables.ts";
import type { Work } from "./work.ts";

export type Fact = { id: string; name: string; subject: string; payload: Record<string, unknown>; at: Date };
/** What a module does when another one states a fact: once per fact, in a transaction of its own. */
export type Reaction = {
  on: string;
  name: string;
  /** Which facts of this name it answers at all; without it every one. Others cost no transaction. */
  concerns?: (payload: Fact["payload"]) => boolean;
  run: (work: Work, fact: Fact) => Promise<void>;
};

type Claimed = Fact & { attempts: number };

const leaseSeconds = 30;
const batch = 50;
const lanes = 4;

/**
 * Dispatches due facts, and those that their reactions state, before the promise resolves. One pass at a time in a
 * process; who asks while one runs gets the next one. Processes share by row locks.
 */
export function openDispatcher(reactions: readonly Reaction[]): (runtime: Runtime) => Promise<void> {
  const byFact = Map.groupBy(reactions, (reaction) => reaction.on);
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const pass = async (runtime: Runtime) => {
    for (let more = true; more; ) {
      const facts = await claim(runtime);
      const stated = facts.length > 0 && (await deliverAll(runtime, facts, byFact));
      more = stated || facts.length === batch;
    }
  };
  const start = (runtime: Runtime): Promise<void> => {
    next = null;
    const mine = pass(runtime)
      .catch((error) => runtime.log.error({ err: error }, "facts could not be dispatched"))
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

/** Says whether a fact has a reaction; the others are never due. */
export const heardBy = (reactions: readonly Reaction[]): Runtime["hears"] => {
  const byFact = Map.groupBy(reactions, (reaction) => reaction.on);
  return (fact) => reactionsTo(fact, byFact).length > 0;
};

const reactionsTo = ({ name, payload }: Pick<Fact, "name" | "payload">, byFact: Map<string, readonly Reaction[]>) =>
  (byFact.get(name) ?? []).filter(({ concerns }) => concerns?.(payload) ?? true);

/** Takes due facts for half a minute: if this process dies, another one finds them again. */
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

/** Facts about one subject keep their order; a few subjects run side by side. True when a reaction stated a new fact. */
async function deliverAll(
  runtime: Runtime,
  facts: readonly Claimed[],
  byFact: Map<string, readonly Reaction[]>,
): Promise<boolean> {
  const isHeard = (fact: Claimed): boolean => reactionsTo(fact, byFact).length > 0;
  const unheard = facts.filter((fact) => !isHeard(fact)).map(({ id }) => id);
  const heard = facts.filter(isHeard);
  const waiting = [...Map.groupBy(heard, ({ subject }) => subject).values()];
  let stated = false;
  const inside: Runtime = {
    ...runtime,
    poke: async () => {
      stated = true;
    },
  };
  const lane = async () => {
    for (let same = waiting.shift(); same; same = waiting.shift())
      for (const fact of same) await deliver(inside, fact, reactionsTo(fact, byFact));
  };
  if (unheard.length > 0) await endFacts(runtime.db, unheard);
  await Promise.all(Array.from({ length: lanes }, lane));
  return stated;
}

/** Runs every reaction; the last one ends the fact in its own transaction. After a failure the fact comes back later. */
async function deliver(runtime: Runtime, fact: Claimed, reactions: readonly Reaction[]): Promise<void> {
  const failures: string[] = [];
  for (const [i, reaction] of reactions.entries()) {
    const last = failures.length === 0 && i === reactions.length - 1;
    try {
      await runOnce(runtime, fact, reaction, last);
    } catch (error) {
      failures.push(`${reaction.name}: ${String(error)}`);
      runtime.log.error({ err: error, fact: fact.name, factId: fact.id, reaction: reaction.name }, "a reaction failed");
    }
  }
  if (failures.length === 0) return;
  const wait = Math.min(3600, 2 ** Math.min(fact.attempts, 11)) * 1000;
  await runtime.db
    .update(outbox)
    .set({ nextTryAt: new Date(runtime.clock().getTime() + wait), error: failures.join("; ").slice(0, 2000) })
    .where(eq(outbox.id, fact.id));
}

const endFacts = (db: Database, ids: readonly string[]) =>
  db
    .update(outbox)
    .set({ nextTryAt: null, error: null })
    .where(inArray(outbox.id, [...ids]));

async function runOnce(runtime: Runtime, fact: Fact, reaction: Reaction, last: boolean): Promise<void> {
  const outcome = await inTransaction(systemCtx(runtime, reaction.name), async (work) => {
    const first = await work.tx
      .insert(reactionsDone)
      .values({ factId: fact.id, reaction: reaction.name, at: work.now })
      .onConflictDoNothing()
      .returning({ id: reactionsDone.factId });
    if (first.length > 0) await reaction.run(work, fact);
    if (last) await endFacts(work.tx, [fact.id]);
    return done(null);
  });
  if (!outcome.ok) throw new Error(outcome.message);
}

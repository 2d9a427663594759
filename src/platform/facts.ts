import { and, eq, inArray, isNotNull, lte, sql } from "drizzle-orm";
import { done } from "#src/shared/outcome.ts";
import { inTransaction } from "./command.ts";
import type { Database } from "./database/database.ts";
import { type House, systemCtx } from "./house.ts";
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
export function openDispatcher(reactions: readonly Reaction[]): (house: House) => Promise<void> {
  const byFact = Map.groupBy(reactions, (reaction) => reaction.on);
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const pass = async (house: House) => {
    for (let more = true; more; ) {
      const facts = await claim(house);
      const stated = facts.length > 0 && (await deliverAll(house, facts, byFact));
      more = stated || facts.length === batch;
    }
  };
  const start = (house: House): Promise<void> => {
    next = null;
    const mine = pass(house)
      .catch((error) => house.log.error({ err: error }, "facts could not be dispatched"))
      .finally(() => {
        if (running === mine) running = null;
      });
    running = mine;
    return mine;
  };
  return (house) => {
    if (!running) return start(house);
    next ??= running.then(() => start(house));
    return next;
  };
}

/** Says whether a fact has a reaction; the others are never due. */
export const heardBy = (reactions: readonly Reaction[]): House["hears"] => {
  const byFact = Map.groupBy(reactions, (reaction) => reaction.on);
  return (fact) => reactionsTo(fact, byFact).length > 0;
};

const reactionsTo = ({ name, payload }: Pick<Fact, "name" | "payload">, byFact: Map<string, readonly Reaction[]>) =>
  (byFact.get(name) ?? []).filter(({ concerns }) => concerns?.(payload) ?? true);

/** Takes due facts for half a minute: if this process dies, another one finds them again. */
async function claim(house: House): Promise<Claimed[]> {
  const now = house.clock();
  const due = house.db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(isNotNull(outbox.nextTryAt), lte(outbox.nextTryAt, now)))
    .orderBy(outbox.nextTryAt, outbox.id)
    .limit(batch)
    .for("update", { skipLocked: true });
  const taken = await house.db
    .update(outbox)
    .set({ nextTryAt: new Date(now.getTime() + leaseSeconds * 1000), attempts: sql`${outbox.attempts} + 1` })
    .where(inArray(outbox.id, due))
    .returning();
  return taken.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Facts about one subject keep their order; a few subjects run side by side. True when a reaction stated a new fact. */
async function deliverAll(
  house: House,
  facts: readonly Claimed[],
  byFact: Map<string, readonly Reaction[]>,
): Promise<boolean> {
  const isHeard = (fact: Claimed): boolean => reactionsTo(fact, byFact).length > 0;
  const unheard = facts.filter((fact) => !isHeard(fact)).map(({ id }) => id);
  const heard = facts.filter(isHeard);
  const waiting = [...Map.groupBy(heard, ({ subject }) => subject).values()];
  let stated = false;
  const inside: House = {
    ...house,
    poke: async () => {
      stated = true;
    },
  };
  const lane = async () => {
    for (let same = waiting.shift(); same; same = waiting.shift())
      for (const fact of same) await deliver(inside, fact, reactionsTo(fact, byFact));
  };
  if (unheard.length > 0) await endFacts(house.db, unheard);
  await Promise.all(Array.from({ length: lanes }, lane));
  return stated;
}

/** Runs every reaction; the last one ends the fact in its own transaction. After a failure the fact comes back later. */
async function deliver(house: House, fact: Claimed, reactions: readonly Reaction[]): Promise<void> {
  const failures: string[] = [];
  for (const [i, reaction] of reactions.entries()) {
    const last = failures.length === 0 && i === reactions.length - 1;
    try {
      await runOnce(house, fact, reaction, last);
    } catch (error) {
      failures.push(`${reaction.name}: ${String(error)}`);
      house.log.error({ err: error, fact: fact.name, factId: fact.id, reaction: reaction.name }, "a reaction failed");
    }
  }
  if (failures.length === 0) return;
  const wait = Math.min(3600, 2 ** Math.min(fact.attempts, 11)) * 1000;
  await house.db
    .update(outbox)
    .set({ nextTryAt: new Date(house.clock().getTime() + wait), error: failures.join("; ").slice(0, 2000) })
    .where(eq(outbox.id, fact.id));
}

const endFacts = (db: Database, ids: readonly string[]) =>
  db
    .update(outbox)
    .set({ nextTryAt: null, error: null })
    .where(inArray(outbox.id, [...ids]));

async function runOnce(house: House, fact: Fact, reaction: Reaction, last: boolean): Promise<void> {
  const outcome = await inTransaction(systemCtx(house, reaction.name), async (work) => {
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

import { and, eq, inArray, isNotNull, lte, sql } from "drizzle-orm";
import { done } from "#src/shared/outcome.ts";
import { inTransaction } from "./command.ts";
import { type House, systemCtx } from "./house.ts";
import { outbox, reactionsDone } from "./tables.ts";
import type { Work } from "./work.ts";

export type Fact = { id: string; name: string; subject: string; payload: Record<string, unknown>; at: Date };
/** What a module does when another one states a fact: once per fact, in a transaction of its own. */
export type Reaction = { on: string; name: string; run: (work: Work, fact: Fact) => Promise<void> };

const leaseSeconds = 30;
const batch = 50;

/** Dispatches due facts until none is due. One caller at a time in a process; processes share by row locks. */
export function openDispatcher(reactions: readonly Reaction[]): (house: House) => Promise<void> {
  const byFact = Map.groupBy(reactions, (reaction) => reaction.on);
  let running: Promise<void> | null = null;
  let again = false;
  const round = async (house: House) => {
    do {
      again = false;
      for (let facts = await claim(house); facts.length > 0; facts = await claim(house))
        for (const fact of facts) await deliver(house, fact, byFact.get(fact.name) ?? []);
    } while (again);
  };
  return (house) => {
    again = true;
    running ??= round(house)
      .catch((error) => house.log.error({ err: error }, "facts could not be dispatched"))
      .finally(() => {
        running = null;
      });
    return running;
  };
}

/** Takes due facts for half a minute: if this process dies, another one finds them again. */
async function claim(house: House): Promise<(Fact & { attempts: number })[]> {
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

async function deliver(house: House, fact: Fact & { attempts: number }, reactions: readonly Reaction[]): Promise<void> {
  const failures: string[] = [];
  for (const reaction of reactions) {
    try {
      await runOnce(house, fact, reaction);
    } catch (error) {
      failures.push(`${reaction.name}: ${String(error)}`);
      house.log.error({ err: error, fact: fact.name, factId: fact.id, reaction: reaction.name }, "a reaction failed");
    }
  }
  const wait = Math.min(3600, 2 ** Math.min(fact.attempts, 11)) * 1000;
  const next = failures.length === 0 ? null : new Date(house.clock().getTime() + wait);
  await house.db
    .update(outbox)
    .set({ nextTryAt: next, error: failures.join("; ").slice(0, 2000) || null })
    .where(eq(outbox.id, fact.id));
}

async function runOnce(house: House, fact: Fact, reaction: Reaction): Promise<void> {
  const outcome = await inTransaction(
    { ...systemCtx(house, reaction.name), house: { ...house, poke: async () => undefined } },
    async (work) => {
      const first = await work.tx
        .insert(reactionsDone)
        .values({ factId: fact.id, reaction: reaction.name, at: work.now })
        .onConflictDoNothing()
        .returning({ id: reactionsDone.factId });
      if (first.length > 0) await reaction.run(work, fact);
      return done(null);
    },
  );
  if (!outcome.ok) throw new Error(outcome.message);
}

import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";
import type { Database } from "#src/platform/database/database.ts";
import { asDatabase } from "#src/platform/database/open.ts";
import { randomFrom } from "#tests/support/full-run.ts";

/** Choices that a seed repeats. */
export function openDice(seed: number) {
  const next = randomFrom(seed);
  const upTo = (most: number): number => Math.floor(next() * most);
  return { next, upTo, oneOf: <T>(all: readonly T[]): T => all[upTo(all.length)] as T };
}
type Dice = ReturnType<typeof openDice>;

/** Until all that continues without waiting for another process has continued. */
const settled = (): Promise<void> => new Promise((go) => setImmediate(() => setImmediate(go)));

/**
 * Statements, transactions and calls of providers, one at a time: what waits for one of them continues before the next
 * one begins, so what runs side by side is always interleaved alike. Inside of one, nothing waits.
 */
function openTurns() {
  const inside = new AsyncLocalStorage<true>();
  const waiting: (() => Promise<void>)[] = [];
  let busy: Promise<void> | null = null;
  const pump = async (): Promise<void> => {
    for (;;) {
      await settled();
      const next = waiting.shift();
      if (!next) break;
      await next();
    }
    busy = null;
  };
  const turn = <T>(work: () => Promise<T>): Promise<T> => {
    if (inside.getStore()) return work();
    return new Promise<T>((done, fail) => {
      waiting.push(() => inside.run(true, work).then(done, fail));
      busy ??= pump();
    });
  };
  const idle = async (): Promise<void> => {
    for (await settled(); busy; await settled()) await busy;
  };
  return { turn, idle };
}

const died = "The process died.";
/** A call of a provider is so many times likelier to be the last one than a statement. */
const callWeight = 5;

/**
 * A process that may die before and after each call of a provider, each statement and each transaction (inside of one
 * is the same as before it: it rolls back). Once dead it does nothing more, whatever the code around catches.
 */
export function openLane(dice: Dice) {
  const { turn, idle } = openTurns();
  const now = { left: Number.POSITIVE_INFINITY, dead: false };
  const step = (weight: number): void => {
    now.left -= weight;
    if (now.left < 0) now.dead = true;
    if (now.dead) throw new Error(died);
  };
  const unit = <T>(work: () => Promise<T>, weight = 1): Promise<T> =>
    turn(async () => {
      step(weight);
      const answer = await work();
      step(weight);
      return answer;
    });
  const call =
    <A extends unknown[], T>(run: (...args: A) => Promise<T>) =>
    (...args: A): Promise<T> =>
      unit(() => run(...args), callWeight);
  /** The pool's database as this process has it. */
  const database = (pool: pg.Pool): Database => {
    const lane = new Proxy(pool, {
      get: (whole, name) => {
        const part: unknown = Reflect.get(whole, name, whole);
        if (typeof part !== "function") return part;
        const run = part.bind(whole);
        return name === "query" ? (...args: unknown[]) => unit(() => run(...args)) : run;
      },
    });
    const db = asDatabase(lane);
    const { transaction } = db;
    return Object.assign(db, { transaction: (work: never) => unit(() => transaction(work)) });
  };
  /** Does something as a process that may die (of a thousand statements before so many); true when it lived. */
  const risk = async (perThousand: number, choice: () => Promise<unknown>): Promise<unknown> => {
    now.left =
      perThousand > 0 ? Math.log(1 - dice.next()) / Math.log(1 - perThousand / 1_000) : Number.POSITIVE_INFINITY;
    let answer: unknown;
    try {
      answer = await choice();
    } catch (error) {
      if (!now.dead) throw error;
    }
    await idle();
    if (now.dead) answer = died;
    Object.assign(now, { left: Number.POSITIVE_INFINITY, dead: false });
    return answer;
  };
  return { call, database, risk, hasDied: (answer: unknown): boolean => answer === died };
}

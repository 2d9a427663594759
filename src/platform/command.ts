import type { z } from "zod";
import { type Outcome, type Refusal, refuse } from "#src/shared/outcome.ts";
import { isDatabaseAway } from "./database/away.ts";
import type { Database } from "./database/database.ts";
import { parseInput } from "./input.ts";
import type { Ctx } from "./runtime.ts";
import { startWork, type Work } from "./work.ts";

/** Carries a refusal out of a transaction so that it rolls back. */
class Refused extends Error {
  refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

type Spec<I, T> = { input: z.ZodType<I>; run: (work: Work, input: I) => Promise<Outcome<T>> };
export type Command<T> = (ctx: Ctx, raw: unknown) => Promise<Outcome<T>>;

/**
 * The only way to writes: parse, one transaction, audit and outbox rows in it, events dispatched after commit.
 * A refusal rolls everything back. The rule of who may do it belongs into `run`, next to the loaded row.
 */
export const command =
  <I, T>(name: string, spec: Spec<I, T>): Command<T> =>
  async (ctx, raw) => {
    const parsed = parseInput(spec.input, raw);
    if (!parsed.ok) return parsed;
    const outcome = await inTransaction(ctx, (work) => spec.run(work, parsed.value));
    if (!outcome.ok) ctx.runtime.log.info({ command: name, refused: outcome.code }, "refused");
    return outcome;
  };

/** Runs `step` in one transaction with a list of deferred writes; used by commands, event handlers and timers. */
export async function inTransaction<T>(ctx: Ctx, step: (work: Work) => Promise<Outcome<T>>): Promise<Outcome<T>> {
  let written = Promise.resolve(0);
  let published: readonly (readonly [topic: string, version: number])[] = [];
  try {
    const outcome = await ctx.runtime.db.transaction(async (tx) => {
      const { work, write, news } = startWork(tx as Database, ctx, ctx.runtime.clock());
      const result = await step(work);
      if (!result.ok) throw new Refused(result);
      written = write(); // not waited for: it goes out together with the commit
      written.catch(() => undefined);
      published = news;
      return result;
    });
    for (const [topic, version] of published) ctx.runtime.live.publish(topic, version);
    if ((await written) > 0) await ctx.runtime.dispatchEvents();
    return outcome;
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    if (isDatabaseAway(error)) return databaseAway();
    throw error;
  }
}

export const databaseAway = (): Refusal =>
  refuse(
    "unavailable",
    "We cannot reach our records at the moment. Try again in a minute. What you send twice is made once.",
    {
      retryAfter: 10,
    },
  );

import { setTimeout as pause } from "node:timers/promises";
import type { z } from "zod";
import { invalid, type Outcome, type Refusal, refuse } from "#src/shared/outcome.ts";
import { isImpersonated, type Viewer } from "#src/shared/viewer.ts";
import type { Database } from "./database/database.ts";
import { databaseRefusal, isWorthAnotherTry } from "./database/errors.ts";
import { diskFull, isDiskFull } from "./disk-full.ts";
import { parseInput, unstorable } from "./input.ts";
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

type Spec<I, T> = {
  input: z.ZodType<I>;
  /** Fields whose insides `run` reads and refuses itself, under names of their own. */
  readElsewhere?: readonly (keyof I & string)[];
  /** Runs also for an admin who sees the pages as somebody else, for whom it writes nothing or records or ends that. Every other command refuses. */
  whileImpersonating?: true;
  run: (work: Work, input: I) => Promise<Outcome<T>>;
};
export type Command<T> = (ctx: Ctx, raw: unknown) => Promise<Outcome<T>>;

/** What a command is called and what it takes. */
export type DeclaredCommand = { readonly name: string; readonly input: z.ZodType };
const declared: DeclaredCommand[] = [];
/** Every command of the modules that are loaded, for the printed page of inputs. */
export const declaredCommands = (): readonly DeclaredCommand[] => declared;

/**
 * The only way to writes: parse, refuse what cannot be kept, one transaction, audit and outbox rows in it, events dispatched after commit.
 * A refusal rolls everything back. The rule of who may do it belongs into `run`, next to the loaded row.
 */
export function command<I, T>(name: string, spec: Spec<I, T>): Command<T> {
  declared.push({ name, input: spec.input });
  return async (ctx, raw) => {
    const locked = spec.whileImpersonating ? null : readOnly(ctx.viewer);
    if (locked) return locked;
    const parsed = parseInput(spec.input, raw);
    const strange = unstorable(raw, spec.readElsewhere);
    if (strange.length > 0) return invalid([...strange, ...(parsed.ok ? [] : (parsed.fields ?? []))]);
    if (!parsed.ok) return parsed;
    // Instants are texts until they are parsed.
    const far = unstorable(parsed.value, spec.readElsewhere);
    if (far.length > 0) return invalid(far);
    const { observer } = ctx.runtime;
    const run = () => inTransaction(ctx, (work) => spec.run(work, parsed.value), spec.whileImpersonating);
    const outcome = await (observer ? observer.step(name, run) : run());
    if (!outcome.ok) ctx.runtime.log.info({ command: name, refused: outcome.code }, "refused");
    return outcome;
  };
}

/** To an admin who sees the pages as somebody else; null: the viewer may write. */
const readOnly = (viewer: Viewer): Refusal | null =>
  isImpersonated(viewer)
    ? refuse("forbidden", `You see the pages as ${viewer.name}. Nothing can be changed until you end this view.`)
    : null;

/** A transaction that lost a race is begun anew so often, while its first try is younger than this. */
const most = { tries: 4, ms: 5_000 };

/**
 * Runs `step` in one transaction with a list of deferred writes; used by commands, event handlers and timers. After a
 * deadlock, a serialization failure or a lock that was not free in time it begins anew, with nothing kept of the try
 * before; then, and after other trouble of the database, it refuses with "conflict" or "unavailable".
 */
export async function inTransaction<T>(
  ctx: Ctx,
  step: (work: Work) => Promise<Outcome<T>>,
  whileImpersonating = false,
): Promise<Outcome<T>> {
  const locked = whileImpersonating ? null : readOnly(ctx.viewer);
  if (locked) return locked;
  if (isDiskFull(ctx.runtime.config)) return diskFull();
  const tried = await tryAgain(ctx, () => once(ctx, step));
  if (!("news" in tried)) return tried;
  for (const [topic, version] of tried.news) ctx.runtime.live.publish(topic, version);
  if (tried.events.length > 0) await ctx.runtime.dispatchEvents(tried.events);
  return tried.outcome;
}

/** What the first try that meets no trouble of the database gives, or the refusal of the last one. */
async function tryAgain<T>({ runtime }: Ctx, attempt: () => Promise<T>): Promise<T | Refusal> {
  const started = performance.now();
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof Refused) return error.refusal;
      const inTime = tries < most.tries && performance.now() - started < most.ms;
      const refusal = databaseRefusal(error);
      if (!refusal) throw error;
      if (!inTime || !isWorthAnotherTry(error)) {
        runtime.log.warn({ err: error, tries }, "a transaction was given up");
        return refusal;
      }
    }
    await pause((10 + Math.random() * 20) * tries); // the other one goes first
  }
}

/** One try, committed: what it answers, what it publishes, and which of its events have handlers. */
async function once<T>(ctx: Ctx, step: (work: Work) => Promise<Outcome<T>>) {
  const { outcome, news, written } = await ctx.runtime.db.transaction(async (tx) => {
    const { work, write, news } = startWork(tx as Database, ctx, ctx.runtime.clock());
    const result = await step(work);
    if (!result.ok) throw new Refused(result);
    const events = write(); // not waited for: it goes out together with the commit
    events.catch(() => undefined);
    return { outcome: result, news, written: { events } };
  });
  return { outcome, news, events: await written.events };
}

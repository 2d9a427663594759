import type { z } from "zod";
import { notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { isImpersonated, type Viewer } from "#src/shared/viewer.ts";
import type { Database } from "./database/database.ts";
import { databaseRefusal, isUnholdableText } from "./database/errors.ts";
import { parseInput } from "./input.ts";
import type { Ctx } from "./runtime.ts";

export type Ask = { db: Database; ctx: Ctx; viewer: Viewer; now: Date };
type Spec<I, T> = {
  input: z.ZodType<I>;
  /** For the person alone: refused to an admin who sees the pages as that person. */
  private?: true;
  run: (ask: Ask, input: I) => Promise<Outcome<T>>;
};

/** What a query answers, to whoever may see it. */
export type Answer<Q extends (ctx: Ctx, raw: unknown) => Promise<Outcome<unknown>>> = Extract<
  Awaited<ReturnType<Q>>,
  { ok: true }
>["value"];

const nobodyWaits = refuse("unavailable", "Nobody waits for this answer any more.");

/**
 * The only way to reads: always for a viewer, and returns only what that viewer may see. Refuses, and reads nothing, when
 * the client has disconnected.
 */
export const query =
  <I, T>(name: string, spec: Spec<I, T>) =>
  async (ctx: Ctx, raw: unknown): Promise<Outcome<T>> => {
    if (ctx.request.signal?.aborted) return nobodyWaits;
    if (spec.private && isImpersonated(ctx.viewer)) return refuse("forbidden", "Only the person sees this.");
    const parsed = parseInput(spec.input, raw);
    if (!parsed.ok) return parsed;
    try {
      const { db, clock, observer } = ctx.runtime;
      const run = () => spec.run({ db, ctx, viewer: ctx.viewer, now: clock() }, parsed.value);
      return await (observer ? observer.step(name, run) : run());
    } catch (error) {
      // Addresses can hold any characters; what no row can hold is not there.
      if (isUnholdableText(error)) return notFound();
      const refusal = databaseRefusal(error);
      if (refusal) return refusal;
      throw error;
    }
  };

type ReadPage<R> = (older: string) => Promise<Outcome<{ rows: readonly R[]; older: string | null }>>;

/**
 * Every row of a list, page by page: `read` asks for the page from this place on, "" for the first, each for the viewer
 * anew. Ends at once for who may not read it.
 */
export async function* everyPage<R>(read: ReadPage<R>): AsyncGenerator<readonly R[]> {
  let older: string | null = "";
  while (older !== null) {
    const page: Awaited<ReturnType<ReadPage<R>>> = await read(older);
    if (!page.ok) return;
    yield page.value.rows;
    ({ older } = page.value);
  }
}

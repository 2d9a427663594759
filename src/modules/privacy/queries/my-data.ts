import { z } from "zod";
import { leavingPerson } from "#src/modules/accounts/index.server.ts";
import { countUse } from "#src/platform/limits.ts";
import type { HeldFile } from "#src/platform/personal-data.ts";
import { query } from "#src/platform/query.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { done, notFound, type Outcome, refuse, stepUp } from "#src/shared/outcome.ts";
import { daySeconds } from "#src/shared/units.ts";
import { isFresh } from "#src/shared/viewer.ts";
import { dataInventory, reasonsToKeep } from "../data-inventory.ts";

const perDay = 2;

/**
 * Everything held about the viewer, one file after the other, read when it is asked for. Refused to guests, before the
 * second factor was shown, without a fresh sign-in, and for the third time in a day.
 */
export async function gatherMyData(ctx: Ctx): Promise<Outcome<AsyncIterable<HeldFile>>> {
  const { runtime, viewer } = ctx;
  if (viewer.kind !== "person") return refuse("signed-out", "Sign in to download your data.");
  if (viewer.waitingRole !== null) return refuse("forbidden", "Show your second factor first.");
  const now = runtime.clock();
  if (!isFresh(viewer, now)) return stepUp();
  const person = await leavingPerson(runtime.db, viewer.id);
  if (!person) return notFound();
  const most = perDay * runtime.config.limitsFactor;
  const wait = await countUse(runtime.db, { key: `privacy:download:${viewer.id}`, most, seconds: daySeconds }, now);
  if (wait !== null)
    return refuse("too-many", "You can download your data twice a day. Try again tomorrow.", { retryAfter: wait });
  runtime.log.info({ viewer: viewer.id, request: ctx.request.id }, "a person downloads the own data");
  return done(gather(ctx, person));
}

async function* gather(ctx: Ctx, person: { id: string; email: string }): AsyncIterable<HeldFile> {
  for (const one of dataInventory) yield* one.gather(ctx, person);
}

/** When the own account goes, or what must end before it can. */
export const myDeparture = query<Record<string, never>, { dueAt: Date | null; reasons: string[] }>(
  "privacy.my-departure",
  {
    input: z.strictObject({}),
    run: async ({ db, viewer }) => {
      if (viewer.kind !== "person") return refuse("signed-out", "Sign in to see your data.");
      const person = await leavingPerson(db, viewer.id);
      if (!person) return notFound();
      return done({ dueAt: person.dueAt, reasons: person.dueAt ? [] : await reasonsToKeep(db, person, viewer) });
    },
  },
);

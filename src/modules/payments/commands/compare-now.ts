import type { Ctx } from "#src/platform/runtime.ts";
import { done, notFound, type Outcome } from "#src/shared/outcome.ts";
import { may } from "#src/shared/viewer.ts";
import { compareBooks, dayBefore } from "../compare-books.ts";

/** Compares the day before now at once, for an admin who has repaired something. Refuses not-found. */
export async function compareNow(ctx: Ctx): Promise<Outcome<null>> {
  if (!may(ctx.viewer, "money")) return notFound();
  await compareBooks(ctx.runtime, await dayBefore(ctx.runtime));
  return done(null);
}

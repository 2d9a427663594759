import { readerClock } from "#src/modules/operator/index.server.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Person } from "#src/shared/viewer.ts";

/** What the admin's pages about programs know: the reader's clock, the shop's name, and where addresses begin. */
export async function apiClock(ctx: Ctx, person: Person) {
  return { ...(await readerClock(ctx, person)), base: ctx.runtime.config.baseUrl.origin };
}

import { readerClock } from "#src/modules/operator/index.server.ts";
import { changedTopic } from "#src/platform/live/topics.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Person } from "#src/shared/viewer.ts";

/** What the admin's pages about programs know: who reads, what changes them, and where addresses begin. */
export async function apiClock(ctx: Ctx, person: Person) {
  const live = { me: person.id, topics: [changedTopic("api")] };
  return { ...(await readerClock(ctx, person)), ...live, base: ctx.runtime.config.baseUrl.origin };
}

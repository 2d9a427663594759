import { siteSetting } from "#src/modules/site/index.server.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Person } from "#src/shared/viewer.ts";

/** When it is, in the zone of the person, else the operator's. */
export async function editorClock(ctx: Ctx, person: Person) {
  const site = await ctx.runtime.settings.get(siteSetting);
  return { now: ctx.runtime.clock(), zone: person.timeZone ?? site.timeZone, shop: site.name };
}

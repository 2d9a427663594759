import type { Ctx } from "#src/platform/runtime.ts";
import type { Person } from "#src/shared/viewer.ts";
import { siteSetting } from "./settings.ts";

/** When it is, and the zone of the person or else the operator's. */
export async function readerClock(ctx: Ctx, person: Person): Promise<{ now: Date; zone: string }> {
  const site = await ctx.runtime.settings.get(siteSetting);
  return { now: ctx.runtime.clock(), zone: person.timeZone ?? site.timeZone };
}

/** The zone in which somebody reads times: the profile's, else the order's, else the operator's. */
export async function readingZone({ runtime, viewer }: Ctx, ofOrder: string | null = null): Promise<string> {
  const own = viewer.kind === "person" ? viewer.timeZone : null;
  return own ?? ofOrder ?? (await runtime.settings.get(siteSetting)).timeZone;
}

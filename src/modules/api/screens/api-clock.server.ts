import { siteSetting } from "#src/modules/site/index.server.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Person } from "#src/shared/viewer.ts";

/** The zone of the person or the operator, the shop's name, and where addresses begin. */
export async function apiClock(
  { runtime }: Ctx,
  person: Person,
): Promise<{ zone: string; shop: string; base: string }> {
  const site = await runtime.settings.get(siteSetting);
  return { zone: person.timeZone ?? site.timeZone, shop: site.name, base: runtime.config.baseUrl.origin };
}

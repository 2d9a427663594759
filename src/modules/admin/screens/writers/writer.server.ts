import { readerClock } from "#src/modules/operator/index.server.ts";
import { loadPricing } from "#src/modules/pricing/index.server.ts";
import { allSubjects } from "#src/modules/pricing/index.ts";
import { adminWriter } from "#src/modules/writing/index.server.ts";
import { flashOf } from "#src/platform/flash.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { isFresh, type Person } from "#src/shared/viewer.ts";
import { localOf } from "#src/shared/zone.ts";

/** Everything an admin with `people` may see of a writer, for one page. */
export async function writerPageData(ctx: Ctx, request: Request, admin: Person, personId: string) {
  const [found, clock] = await Promise.all([adminWriter(ctx, { personId }), readerClock(ctx, admin)]);
  const writer = orPage(found, request);
  const pricing = await loadPricing(ctx.runtime.db, clock.now);
  return {
    ...clock,
    writer,
    today: localOf(clock.now, clock.zone).date,
    /** What can be chosen; empty while the prices cannot be read. */
    subjects: pricing.ok ? allSubjects(pricing.value.table) : [],
    fresh: isFresh(admin, clock.now),
    did: flashOf(request),
  };
}
export type WriterPageData = Awaited<ReturnType<typeof writerPageData>>;

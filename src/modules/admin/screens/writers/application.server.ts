import { previewOf } from "#src/modules/files/index.server.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { applicationForAdmin } from "#src/modules/writing/index.server.ts";
import { flashOf } from "#src/platform/flash.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { isFresh, type Person } from "#src/shared/viewer.ts";

/** An application with all that an admin decides by, for one page. */
export async function applicationPageData(ctx: Ctx, request: Request, admin: Person, applicationId: string) {
  const [found, clock] = await Promise.all([applicationForAdmin(ctx, { applicationId }), readerClock(ctx, admin)]);
  const application = orPage(found, request);
  return {
    ...clock,
    application,
    preview: await previewOf(ctx, request, application.samples),
    fresh: isFresh(admin, clock.now),
    did: flashOf(request),
  };
}
export type ApplicationPageData = Awaited<ReturnType<typeof applicationPageData>>;
export type ApplicationShown = ApplicationPageData["application"];

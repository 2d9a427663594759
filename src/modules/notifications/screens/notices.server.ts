import { requirePerson } from "#src/modules/accounts/index.server.ts";
import { readingZone } from "#src/modules/operator/index.server.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { formatDay, localOf } from "#src/shared/zone.ts";
import { myNotices, readNotices } from "../index.server.ts";

/** A page of the viewer's notices, with times in the own zone, else the operator's. */
export async function noticePage(ctx: Ctx, request: Request) {
  requirePerson(ctx, request);
  const older = new URL(request.url).searchParams.get("older") ?? undefined;
  const mine = orPage(await myNotices(ctx, { older }), request);
  const zone = await readingZone(ctx);
  return {
    later: older !== undefined,
    unread: mine.unread,
    older: mine.older,
    to: ctx.runtime.clock().toISOString(),
    notices: mine.notices.map(({ at, kind: _, ...one }) => ({
      ...one,
      at: at.toISOString(),
      day: formatDay(at, zone, ctx.runtime.clock()),
      time: localOf(at, zone).time,
    })),
  };
}
export type NoticePage = Awaited<ReturnType<typeof noticePage>>;

/** The press that marks everything shown as read. */
export async function submitRead(ctx: Ctx, request: Request): Promise<null> {
  requirePerson(ctx, request);
  const to = (await request.formData()).get("to");
  orPage(await readNotices(ctx, { to }), request);
  return null;
}

import type { Ctx } from "#src/platform/house.ts";
import { problem } from "#src/platform/respond.ts";
import { myNotices } from "./queries/my-notices.ts";

/** GET /api/notices: how many are unread, and the newest ones. */
export async function noticesDoor(ctx: Ctx): Promise<Response> {
  const mine = await myNotices(ctx, {});
  if (!mine.ok) return problem(mine, ctx.request.id);
  return Response.json(mine.value, { headers: { "cache-control": "no-store" } });
}

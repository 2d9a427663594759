import { readJson } from "#src/platform/read-json.ts";
import { problem } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Outcome } from "#src/shared/outcome.ts";
import { readNotices } from "./commands/read-notices.ts";
import { myNotices } from "./queries/my-notices.ts";

const answer = (outcome: Outcome<unknown>, { request }: Ctx): Response =>
  outcome.ok
    ? Response.json(outcome.value, { headers: { "cache-control": "no-store" } })
    : problem(outcome, request.id);

/** GET /api/notices: how many are unread, and the newest ones. POST /api/notices/read: `{ path }` of an open page. */
export const noticesHandlers = {
  get: async (ctx: Ctx): Promise<Response> => answer(await myNotices(ctx, {}), ctx),
  read: async (request: Request, ctx: Ctx): Promise<Response> => {
    const body = await readJson(request, ctx.request.id);
    return body instanceof Response ? body : answer(await readNotices(ctx, body.value), ctx);
  },
};

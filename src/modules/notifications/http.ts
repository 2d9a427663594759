import { answerJson, jsonAnswer } from "#src/platform/json.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { readNotices } from "./commands/read-and-drop-notices.ts";
import { myNotices } from "./queries/my-notices.ts";

/** GET /api/notices: how many are unread, and the newest ones. POST /api/notices/read: `{ path }` of an open page. */
export const noticesHandlers = {
  get: async (ctx: Ctx): Promise<Response> => jsonAnswer(await myNotices(ctx, {}), ctx),
  read: (request: Request, ctx: Ctx): Promise<Response> => answerJson(request, ctx, (body) => readNotices(ctx, body)),
};

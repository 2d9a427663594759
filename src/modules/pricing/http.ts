import { answerJson, jsonAnswer } from "#src/platform/json.ts";
import { problem, problemDetails } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { makeQuote } from "./commands/make-quote.ts";
import { perMinute } from "./per-minute.ts";
import { getQuote } from "./queries/get-quote.ts";

const mostPerMinute = 1200;

/**
 * The public price handlers (decisions 1): `POST /api/quotes` and `GET /api/quotes/:id`, as web-standard functions.
 * 1,200 prices a minute and address; the count is this process's own.
 */
export function quoteHandlers() {
  const uses = perMinute();
  return {
    post: async (request: Request, ctx: Ctx): Promise<Response> => {
      const { runtime, request: asked } = ctx;
      const wait = uses(asked.address, mostPerMinute * runtime.config.limitsFactor, runtime.clock());
      if (wait !== null)
        return problem(
          refuse("too-many", "Too many prices were asked for. Wait a little.", { retryAfter: wait }),
          asked.id,
        );
      return answerJson(request, ctx, (fields) => makeQuote(ctx, { mode: "json", fields }));
    },
    get: async (id: string, ctx: Ctx): Promise<Response> => {
      const found = await getQuote(ctx, { id });
      return jsonAnswer(found.ok ? done(found.value.answer) : found, ctx);
    },
    otherMethod: (ctx: Ctx, allow: string): Response => {
      const response = problemDetails({
        status: 405,
        type: "method-not-allowed",
        title: "This method is not used here.",
        requestId: ctx.request.id,
      });
      response.headers.set("allow", allow);
      return response;
    },
  };
}

import { answerJson, jsonAnswer, versionedJson } from "#src/platform/json.ts";
import { problem } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { done } from "#src/shared/outcome.ts";
import { makeQuote } from "./commands/make-quote.ts";
import { getQuote } from "./queries/get-quote.ts";
import { loadPricing } from "./queries/load-pricing.ts";

/** The public price handlers: `GET /api/prices`, `POST /api/quotes` and `GET /api/quotes/:id`. */
export const quoteHandlers = {
  post: (request: Request, ctx: Ctx): Promise<Response> =>
    answerJson(request, ctx, (fields) => makeQuote(ctx, { mode: "json", fields })),
  /** The published tables; who names the version that it has gets 304 and no body. */
  prices: async (request: Request, ctx: Ctx): Promise<Response> => {
    const loaded = await loadPricing(ctx.runtime.db, ctx.runtime.clock());
    if (!loaded.ok) return problem(loaded, ctx.request.id);
    const { table, version } = loaded.value;
    const { coursework, nonTech, technical, quizTests } = table;
    const json = JSON.stringify({ version, currency: "USD", coursework, nonTech, technical, quizTests });
    return versionedJson(request, json, { etag: `"prices-${version}"`, "cache-control": "no-cache" });
  },
  get: async (id: string, ctx: Ctx): Promise<Response> => {
    const found = await getQuote(ctx, { id });
    return jsonAnswer(found.ok ? done(found.value.answer) : found, ctx);
  },
};

import { answerJson, jsonAnswer, versionedJson } from "#src/platform/json.ts";
import { problem } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { minuteMs } from "#src/shared/units.ts";
import { makeQuote } from "./commands/make-quote.ts";
import { loadPricing } from "./load-pricing.ts";
import { getQuote } from "./queries/get-quote.ts";

/**
 * Counts uses by key in the running minute, in this process alone: for cheap handlers where the database would cost more
 * than the work. The returned function gives null while the limit holds, else the seconds to wait.
 */
function perMinute(): (key: string, most: number, now: Date) => number | null {
  let counts = new Map<string, number>();
  let window = 0;
  return (key, most, now) => {
    const at = Math.floor(now.getTime() / minuteMs);
    if (at !== window) {
      window = at;
      counts = new Map();
    }
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= most ? null : Math.max(1, Math.ceil(((at + 1) * minuteMs - now.getTime()) / 1000));
  };
}

const mostPerMinute = 1200;

/**
 * The public price handlers: `GET /api/prices`, `POST /api/quotes` and `GET /api/quotes/:id`.
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
}

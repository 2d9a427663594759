import type { Ctx } from "#src/platform/house.ts";
import { problem } from "#src/platform/respond.ts";
import { type Outcome, refuse } from "#src/shared/outcome.ts";
import { makeQuote } from "./commands/make-quote.ts";
import { perMinute } from "./per-minute.ts";
import { getQuote } from "./queries/get-quote.ts";

const mostPerMinute = 1200;
const deepest = 8;

/**
 * The public price door (decisions 1): `POST /api/quotes` and `GET /api/quotes/:id`, as web-standard functions.
 * 1,200 prices a minute and address; the count is this process's own.
 */
export function quotesDoor() {
  const uses = perMinute();
  return {
    post: async (request: Request, ctx: Ctx): Promise<Response> => {
      const { house, request: asked } = ctx;
      const wait = uses(asked.address, mostPerMinute * house.config.limitsFactor, house.clock());
      if (wait !== null)
        return problem(
          refuse("too-many", "Too many prices were asked for. Wait a little.", { retryAfter: wait }),
          asked.id,
        );
      if (!isJson(request))
        return plain(415, "unsupported-media-type", "Send the fields as application/json.", asked.id);
      const body = await readJson(request);
      if (!body.ok) return plain(400, "malformed", "This is not valid JSON.", asked.id);
      return answer(await makeQuote(ctx, { mode: "json", fields: body.value }), asked.id);
    },
    get: async (id: string, ctx: Ctx): Promise<Response> => {
      const found = await getQuote(ctx, { id });
      return answer(found.ok ? { ok: true, value: found.value.answer } : found, ctx.request.id);
    },
    otherMethod: (ctx: Ctx, allow: string): Response => {
      const response = plain(405, "method-not-allowed", "This method is not used here.", ctx.request.id);
      response.headers.set("allow", allow);
      return response;
    },
  };
}

const isJson = (request: Request): boolean =>
  /^application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? "");

async function readJson(request: Request): Promise<{ ok: true; value: unknown } | { ok: false }> {
  try {
    const value: unknown = JSON.parse(await request.text());
    return depthOf(value, deepest) ? { ok: true, value } : { ok: false };
  } catch {
    return { ok: false };
  }
}

/** True while nothing lies deeper than `left` levels. */
const depthOf = (value: unknown, left: number): boolean => {
  if (value === null || typeof value !== "object") return true;
  return left > 0 && Object.values(value).every((inner) => depthOf(inner, left - 1));
};

const headers = { "cache-control": "no-store" };
const answer = (outcome: Outcome<unknown>, requestId: string): Response =>
  outcome.ok ? Response.json(outcome.value, { headers }) : problem(outcome, requestId);

const plain = (status: number, type: string, title: string, requestId: string): Response =>
  Response.json(
    { type: `urn:paperwright:${type}`, title, status, instance: `urn:request:${requestId}` },
    { status, headers: { ...headers, "content-type": "application/problem+json; charset=utf-8" } },
  );

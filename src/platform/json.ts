import type { Outcome } from "#src/shared/outcome.ts";
import { hasVersion, problem, problemDetails } from "./respond.ts";
import type { Ctx } from "./runtime.ts";

/** Deeper bodies are nobody's. */
const deepest = 20;

const isJson = (request: Request): boolean =>
  /^application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? "");

/** What an API reads: the JSON of a request, or the answer that says why it is none (415, 400). */
export async function readJson(request: Request, requestId: string): Promise<{ value: unknown } | Response> {
  if (!isJson(request))
    return problemDetails({
      status: 415,
      type: "unsupported-media-type",
      title: "Send the fields as application/json.",
      requestId,
    });
  try {
    const value: unknown = JSON.parse(await request.text());
    if (isDeeper(value, deepest)) throw new SyntaxError("too deep");
    return { value };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return problemDetails({ status: 400, type: "malformed", title: "This is not valid JSON.", requestId });
  }
}

/** True when something lies deeper than `left` levels. */
const isDeeper = (value: unknown, left: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (left === 0 || Object.values(value).some((one) => isDeeper(one, left - 1)));

/** What an API answers: the value as JSON that nobody keeps, with these cookies, or problem details. */
export function jsonAnswer(outcome: Outcome<unknown>, { request }: Ctx, cookies: readonly string[] = []): Response {
  if (!outcome.ok) return problem(outcome, request.id);
  const response = Response.json(outcome.value, { headers: { "cache-control": "no-store" } });
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}

/** JSON that may be kept under the name of its version; who has that version gets 304 and no body. */
export function versionedJson(
  request: Request,
  json: string,
  kept: { etag: string; "cache-control": string },
): Response {
  if (hasVersion(request, kept.etag)) return new Response(null, { status: 304, headers: kept });
  return new Response(json, { headers: { ...kept, "content-type": "application/json; charset=utf-8" } });
}

/** A posted JSON body on its way through `run`; one that cannot be read is refused before. `run` may add cookies. */
export async function answerJson(
  request: Request,
  ctx: Ctx,
  run: (body: unknown, cookies: string[]) => Promise<Outcome<unknown>>,
): Promise<Response> {
  const body = await readJson(request, ctx.request.id);
  if (body instanceof Response) return body;
  const cookies: string[] = [];
  return jsonAnswer(await run(body.value, cookies), ctx, cookies);
}

import { data, redirect } from "react-router";
import { safeNext } from "#src/shared/next.ts";
import { type Outcome, type Refusal, refusalStatus } from "#src/shared/outcome.ts";

/** A page that says nothing of anybody: the browser may show it once more to who goes back, and asks anew otherwise. */
export const backOnly = "private, no-cache";

type Details = { status: number; type: string; title: string; requestId: string; retryAfter?: number | undefined };

/** RFC 9457 problem details for what is no refusal of a command or query. */
export function problemDetails({ status, type, title, requestId, retryAfter }: Details): Response {
  const body = { type: `urn:problem:${type}`, title, status, instance: `urn:request:${requestId}` };
  const headers = new Headers({ "content-type": "application/problem+json; charset=utf-8" });
  if (retryAfter) headers.set("retry-after", String(retryAfter));
  return new Response(JSON.stringify(body), { status, headers });
}

/** RFC 9457 problem details for APIs. */
export function problem(refusal: Refusal, requestId: string): Response {
  const status = refusalStatus[refusal.code];
  const body = {
    type: `urn:problem:${refusal.code}`,
    title: refusal.message,
    status,
    instance: `urn:request:${requestId}`,
    ...(refusal.fields && {
      errors: refusal.fields.map((f) => ({
        field: f.path,
        detail: f.message,
        ...(f.allowed && { allowed: f.allowed }),
      })),
    }),
    ...refusal.data,
  };
  const headers = new Headers({ "content-type": "application/problem+json; charset=utf-8" });
  if (refusal.retryAfter) headers.set("retry-after", String(refusal.retryAfter));
  return new Response(JSON.stringify(body), { status, headers });
}

/** 405, and the methods that are used here. */
export function otherMethod(allow: string, requestId: string): Response {
  const title = "This method is not used here.";
  const response = problemDetails({ status: 405, type: "method-not-allowed", title, requestId });
  response.headers.set("allow", allow);
  return response;
}

/** Whether a request names this version of the answer as one that it has: then it gets 304 and no body. */
export const hasVersion = (request: Request, etag: string): boolean =>
  request.headers
    .get("if-none-match")
    ?.split(",")
    .some((one) => one.trim().replace(/^W\//, "") === etag) ?? false;

/** For loaders: the value, or the error page of the refusal (sign-in first for a guest). */
export function orPage<T>(outcome: Outcome<T>, request: Request): T {
  if (outcome.ok) return outcome.value;
  if (outcome.code === "signed-out") throw redirect(signInFirst(request));
  // An address has no fields to say it beside: the first of them says what is wrong.
  const message = outcome.fields?.[0]?.message ?? outcome.message;
  const headers: HeadersInit = outcome.retryAfter ? { "retry-after": String(outcome.retryAfter) } : {};
  throw data({ message }, { status: refusalStatus[outcome.code], headers });
}

/** A file of somebody's own, to be kept on their device and nowhere on the way. `name` is of letters that every system stores. */
export const fileToKeep = (body: BodyInit, { type, name }: { type: string; name: string }): Response =>
  new Response(body, {
    headers: {
      "content-type": type,
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "private, no-store",
    },
  });

/**
 * The address of the page whose data is asked for: React Router asks at `<path>.data`, at `/_.data` for the root, and
 * names in `_routes` which parts of the page it wants; `_live` says that a list is read again (ui/keep-page.ts).
 */
export function pageUrl(request: Request): URL {
  const url = new URL(request.url);
  url.pathname = url.pathname.replace(/(?:(?<=\/)_)?\.data$/, "");
  // Unless it is there, a deletion would spell the rest of the query anew.
  for (const own of ["_routes", "_live"]) if (url.searchParams.has(own)) url.searchParams.delete(own);
  return url;
}

/** The same as text, for a later redirect: always a path of ours, whatever the request contains. */
export function pageOf(request: Request): string {
  const { pathname, search } = pageUrl(request);
  return safeNext(pathname + search, "/");
}

/** The sign-in page that returns to the requested address. */
export const signInFirst = (request: Request): string => `/login?next=${encodeURIComponent(pageOf(request))}`;

const bodies = new WeakMap<Response, Buffer>();

/** An answer whose bytes are all there: `bytesOf` takes them without a copy, anybody else reads a body as usual. */
export function wholeResponse(bytes: Buffer, init: ResponseInit): Response {
  const body = new ReadableStream<Buffer>(
    {
      pull: (controller) => {
        controller.enqueue(bytes);
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const response = new Response(body, init);
  bodies.set(response, bytes);
  return response;
}

/** The bytes of an answer; one that was not made by `wholeResponse` is read to its end. */
export const bytesOf = async (response: Response): Promise<Buffer> =>
  bodies.get(response) ?? Buffer.from(await response.arrayBuffer());

/** Parts as a stream: the next part is made when the receiver has taken the one before. */
export function streamOf(parts: AsyncGenerator<string | Uint8Array>): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    pull: async (out) => {
      const { done, value } = await parts.next();
      if (done) out.close();
      else out.enqueue(typeof value === "string" ? bytes.encode(value) : value);
    },
    cancel: () => void parts.return(undefined),
  });
}

/** A file that is sent while it is made. */
export const streamedFile = (
  parts: AsyncGenerator<string | Uint8Array>,
  file: { type: string; name: string },
): Response => fileToKeep(streamOf(parts), file);

import { accountTexts } from "#src/modules/operator/index.server.ts";
import { newId } from "#src/platform/ids.ts";
import { jsonAnswer, readJson } from "#src/platform/json.ts";
import { problem } from "#src/platform/respond.ts";
import type { Ctx, Runtime } from "#src/platform/runtime.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { guest } from "#src/shared/viewer.ts";
import { myProfile } from "../own-account/queries/my-account.ts";
import { authPort } from "../ports.ts";
import { answerProvider, findProviderHandler } from "../providers/handlers.ts";
import { resolveViewer } from "../sessions/viewer.ts";
import { register } from "./commands/register.ts";
import { signIn, signOut } from "./commands/sign-in.ts";

type Answer = { body: unknown; cookies?: readonly string[] };
type Handler = (ctx: Ctx, request: Request) => Promise<Outcome<Answer> | Response>;

/** The addresses under /api/auth, beside those of the providers. */
const handlers: Readonly<Record<string, Handler>> = {
  "GET /get-session": async (ctx) => {
    if (ctx.viewer.kind !== "person") return done({ body: null });
    const mine = await myProfile(ctx, {});
    return mine.ok ? done({ body: { user: mine.value.profile } }) : mine;
  },
  "POST /sign-up/email": async (ctx, request) => {
    const body = await readBody(request, ctx.request.id);
    if (body instanceof Response) return body;
    // A program shows its own page: the versions that it names are kept, and must be those of now.
    const named = "termsVersion" in body.value || "privacyVersion" in body.value;
    const made = await register(ctx, body.value, named ? await accountTexts(ctx.runtime) : undefined);
    if (!made.ok) return made;
    if (made.value.state === "mail-sent") return done({ body: { message: "We sent you an e-mail." } });
    const { personId, cookies } = made.value.signedIn;
    return done({ body: { userid: personId, role: 1 }, cookies });
  },
  "POST /sign-in/email": async (ctx, request) => {
    const body = await readBody(request, ctx.request.id);
    if (body instanceof Response) return body;
    const entered = await signIn(ctx, body.value, ctx.runtime.port(authPort).cookies.readDevice(request.headers));
    if (!entered.ok) return entered;
    const { personId, cookies, next } = entered.value;
    return done({ body: next === "second-step" ? { next } : { userid: personId }, cookies });
  },
  "POST /sign-out": async (ctx) => {
    const out = await signOut(ctx, {});
    return out.ok ? done({ body: { success: true }, cookies: out.value.cookies }) : out;
  },
};

/**
 * Answers everything under /api/auth. The caller has checked the origin of the request; `who` saves a second look at
 * the session when the caller knows it.
 */
export const authHandler =
  (runtime: Runtime) =>
  async (request: Request, who?: Pick<Ctx, "viewer" | "request">): Promise<Response> => {
    const path = new URL(request.url).pathname.replace(/^\/api\/auth/, "");
    const handler = Object.hasOwn(handlers, `${request.method} ${path}`)
      ? handlers[`${request.method} ${path}`]
      : undefined;
    const about = who?.request ?? { id: newId(), address: "" };
    const provider = findProviderHandler(request.method, path);
    if (!handler && !provider) return problem(refuse("not-found", "There is nothing at this address."), about.id);
    const viewer =
      who?.viewer ?? (request.headers.has("cookie") ? await resolveViewer(runtime, request.headers) : guest);
    const ctx: Ctx = { runtime, viewer, request: about };
    if (provider) return answerProvider(ctx, request, provider);
    const outcome = handler ? await handler(ctx, request) : notFound();
    if (outcome instanceof Response) return outcome;
    return outcome.ok ? jsonAnswer(done(outcome.value.body), ctx, outcome.value.cookies) : problem(outcome, about.id);
  };

/** A form of a page without scripts, or a JSON object. */
async function readBody(request: Request, requestId: string): Promise<{ value: object } | Response> {
  const isForm = request.headers.get("content-type")?.startsWith("application/x-www-form-urlencoded");
  if (isForm) return { value: Object.fromEntries(await request.formData()) };
  const body = await readJson(request, requestId);
  if (body instanceof Response) return body;
  const { value } = body;
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { value };
  return problem(refuse("invalid", "Send a JSON object or a form."), requestId);
}

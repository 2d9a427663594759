import { type DataStrategyResult, data, isRouteErrorResponse } from "react-router";
import type { RefusedForm } from "#src/shared/outcome.ts";
import { isLost, liveMark } from "./keep-page.ts";
import { toast } from "./toasts.tsx";

type Loaded = Record<string, DataStrategyResult>;

type Why = "other-person" | "confirm-person" | "session-ended";

/** The server's refusal of a form whose page belongs to another account, or to a session that ended (http/body/form-owner.tsx). */
function refusalIn({ type, result }: DataStrategyResult): { why: Why; message: string } | null {
  if (type !== "error" || !isRouteErrorResponse(result) || ![401, 409].includes(result.status)) return null;
  const found = /^\{.*"type":"urn:problem:(other-person|confirm-person|session-ended)"/.exec(String(result.data));
  if (!found) return null;
  const { title } = JSON.parse(String(result.data)) as { title: string };
  return { why: found[1] as Why, message: title };
}

const signedOut = "You are signed out. Sign in, then send this again.";

/** The sign-in opens beside the page, which stays as it is. */
export const signInBeside = {
  label: "Sign in",
  onAction: () => {
    const { pathname, search } = window.location;
    window.open(`/login?next=${encodeURIComponent(pathname + search)}`, "_blank", "noopener");
  },
};

/** A list that cannot be read again stays as it is, with what is typed beside it. */
const withoutLost = (loaded: Loaded): Loaded =>
  Object.fromEntries(
    Object.entries(loaded).map(([id, one]): [string, DataStrategyResult] => [
      id,
      one.type === "error" && isLost(one.result) ? { type: "data", result: null } : one,
    ]),
  );

/**
 * `clientMiddleware` of the root: a form that was refused because somebody else, or nobody, is signed in now leaves its
 * page as it is, with what was typed, and says so. One that a guest opened is sent as a document, whose answer asks.
 */
export async function keepOwnPage({ request }: { request: Request }, next: () => Promise<Loaded>): Promise<Loaded> {
  const sent = request.method === "POST" ? request.clone() : null;
  const loaded = await next();
  if (!sent) return new URL(request.url).searchParams.has(liveMark) ? withoutLost(loaded) : loaded;
  const entries = await Promise.all(
    Object.entries(loaded).map(async ([id, one]): Promise<[string, DataStrategyResult]> => {
      const refusal = refusalIn(one);
      if (!refusal) return [id, one];
      const { why, message } = refusal;
      if (why === "confirm-person") sendAsDocument(sent.url, await sent.formData());
      else if (why === "session-ended") toast(signedOut, { tone: "bad", action: signInBeside });
      else toast(message, { tone: "bad" });
      const kept: RefusedForm = { errors: {}, values: {}, ...(why !== "confirm-person" && { message }) };
      // The status of a form whose answer did not come: nothing is loaded (keep-page.ts).
      return [id, { type: "data", result: data(kept, { status: 503 }) }];
    }),
  );
  return Object.fromEntries(entries);
}

/** What the browser sends without scripts; files stay. */
function sendAsDocument(url: string, fields: FormData): void {
  const form = document.createElement("form");
  form.method = "post";
  form.action = url;
  form.hidden = true;
  for (const [name, value] of fields) {
    if (typeof value !== "string") continue;
    const area = document.createElement("textarea");
    area.name = name;
    area.value = value;
    form.append(area);
  }
  document.body.append(form);
  form.submit();
}

import type { Context, MiddlewareHandler } from "hono";
import { escapeHtml } from "#src/shared/escape-html.ts";
import { formOwnerField, type Person, type Viewer } from "#src/shared/viewer.ts";
import type { Env } from "../env.ts";
import type { Refuse } from "../refuse.ts";
import { isForm } from "./form-shape.ts";
import { bodyRule } from "./limits.ts";

/** Sent under another account than the page's; or opened by a guest and sent signed in. */
type Mismatch = { type: "other-person" | "confirm-person"; person: Person };

/** Why this viewer may not send a form with these owners; "" is a guest. Null: may. */
function mismatchOf(owners: readonly string[], viewer: Viewer): Mismatch | null {
  if (viewer.kind !== "person" || owners.every((owner) => owner === viewer.id)) return null;
  const type = owners.every((owner) => owner === "" || owner === viewer.id) ? "confirm-person" : "other-person";
  return { type, person: viewer };
}

/** Pages of guests alone: their actions send a signed-in person away and read nothing. */
const forGuests = /^\/(?:login|register|passreset|start)(?:\/|\.data|$)/i;

/**
 * Refuses (409) a posted form whose page belongs to another account than the session, and does nothing else with it. The
 * answer shows once what was sent. A guest's form that is sent signed in is shown to be confirmed. What comes after gets
 * the form without its owner. A form that names no owner passes. One with a file that its handler streams has the owner
 * in its address.
 */
export const checkFormOwner =
  (refuse: Refuse): MiddlewareHandler<Env> =>
  async (c, next) => {
    const { method, headers } = c.req.raw;
    if (method !== "POST" || !isForm(headers.get("content-type"))) return next();
    const isRead = bodyRule(c.req.path) !== null;
    const form = isRead ? await c.req.raw.clone().formData() : new FormData();
    const owners = [...form.getAll(formOwnerField).map(String), ...(c.req.queries(formOwnerField) ?? [])];
    if (owners.length === 0) return next();
    form.delete(formOwnerField);
    const mismatch = forGuests.test(c.req.path) ? null : mismatchOf(owners, c.get("scope").viewer);
    if (mismatch) return refused(c, refuse, form, mismatch);
    if (isRead) c.req.raw = withForm(c.req.raw, form);
    return next();
  };

const isUrlEncoded = (request: Request): boolean =>
  request.headers.get("content-type")?.toLowerCase().startsWith("application/x-www-form-urlencoded") ?? false;

function withForm(request: Request, form: FormData): Request {
  const { url, method, signal } = request;
  const headers = new Headers(request.headers);
  headers.delete("content-type");
  const body = isUrlEncoded(request) ? new URLSearchParams(textsOf(form)) : form;
  return new Request(url, { method, headers, signal, body });
}

const textsOf = (form: FormData): [string, string][] =>
  [...form].filter((pair): pair is [string, string] => typeof pair[1] === "string");

/** What a refused form says. */
const titles = { "other-person": "This page belongs to another account", "confirm-person": "Send this form?" };
const sentences = {
  "other-person": (name: string) =>
    `You are signed in as ${name} in this browser now, and this page belongs to another account. Nothing was sent. Sign in with the first account to send it, or open the page again as ${name}.`,
  "confirm-person": (name: string) => `You are signed in as ${name}. Send it as ${name}?`,
};

function refused(c: Context<Env>, refuse: Refuse, form: FormData, { type, person }: Mismatch): Response {
  const message = sentences[type](person.name);
  const texts = textsOf(form);
  const hasFile = [...form.values()].some((value) => typeof value !== "string" && value.size > 0);
  const more =
    type === "other-person"
      ? sentValues(texts)
      : confirmForm({ c, texts, person, hasFile, plain: isUrlEncoded(c.req.raw) });
  const byPerson = c.req.path === "/files/plain" || undefined;
  return refuse(c, { status: 409, type, title: titles[type], message, more, byPerson });
}

/** No person typed these, or nobody may read them over a shoulder. */
const notShown =
  /password|secret|token|passkey|intent|step|action|next|key|version|cents|quote(?:Id|Deadline)|code|Guess$/i;

const labelOf = (name: string): string => {
  const words = name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/[-_.]/g, " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

function sentValues(texts: readonly [string, string][]): string {
  const shown = texts.filter(([name, text]) => text.trim() !== "" && !notShown.test(name));
  if (shown.length === 0) return "";
  const rows = shown.map(
    ([name, text]) =>
      `<dt class="label mt-4">${escapeHtml(labelOf(name))}</dt><dd class="whitespace-pre-wrap break-words">${escapeHtml(text)}</dd>`,
  );
  return `<h2 class="t3 mt-7">What you sent</h2>
<p class="small mt-2">It is shown here once and kept for nobody. Copy what you need before you leave this page.</p>
<dl translate="no">${rows.join("")}</dl>`;
}

type Confirm = {
  c: Context<Env>;
  texts: readonly [string, string][];
  person: Person;
  hasFile: boolean;
  plain: boolean;
};

function confirmForm({ c, texts, person, hasFile, plain }: Confirm): string {
  const { pathname, search } = new URL(c.req.url);
  const fields = [...texts, [formOwnerField, person.id] as const].map(
    ([name, text]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(text)}">`,
  );
  const coding = plain ? "" : ' enctype="multipart/form-data"';
  const file = hasFile ? '<p class="mt-4">The file you chose is not sent along. Go back to send it, too.</p>' : "";
  return `${file}<form class="mt-5" method="post" action="${escapeHtml(pathname + search)}"${coding}>
${fields.join("\n")}
<button class="btn btn-primary">Send it as ${escapeHtml(person.name)}</button>
</form>
${sentValues(texts)}`;
}

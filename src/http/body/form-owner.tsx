import type { Context, MiddlewareHandler } from "hono";
import { signInFirst } from "#src/platform/respond.ts";
import { formOwnerField, type Person, type Viewer } from "#src/shared/viewer.ts";
import type { Refuse } from "../refuse.tsx";
import type { Env } from "../scope.ts";
import { bodyRule, isForm } from "./limits.ts";

/** Sent under another account than the page's; opened by a guest and sent signed in; sent after the session ended. */
type Mismatch = { type: "other-person" | "confirm-person"; person: Person } | { type: "session-ended" };

/** Why this viewer may not send a form with these owners; "" is a guest. Null: may. */
function mismatchOf(owners: readonly string[], viewer: Viewer, path: string): Mismatch | null {
  if (forGuests.test(path)) return null;
  if (viewer.kind === "guest")
    return owners.every((owner) => owner === "") || worksSignedOut.test(path) ? null : { type: "session-ended" };
  if (viewer.kind !== "person" || owners.every((owner) => owner === viewer.id)) return null;
  const type = owners.every((owner) => owner === "" || owner === viewer.id) ? "confirm-person" : "other-person";
  return { type, person: viewer };
}

/** Pages of guests alone: their actions send a signed-in person away and read nothing. */
const forGuests = /^\/(?:login|register|passreset|start)(?:\/|\.data|$)/i;
/** Forms of an order keep what was typed and open again after the sign-in (submit-order.server.ts); signing out is done. */
const worksSignedOut = /^\/(?:order|custom|quizzesorder|signout)(?:\.data|$)/i;

/**
 * Refuses a posted form whose page belongs to another account than the session (409), or whose session has ended (401),
 * and does nothing else with it. The answer shows what was sent. A guest's form that is sent signed in is shown to be
 * confirmed, one that came too late can be sent again from the answer. What comes after gets the form without its owner. A form that names no owner passes. One with a file that its handler streams has the owner
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
    const mismatch = mismatchOf(owners, c.get("scope").viewer, c.req.path);
    if (mismatch) return refused(c, refuse, { form, owners, isRead, mismatch });
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

type Sent = { form: FormData; owners: readonly string[]; isRead: boolean; mismatch: Mismatch };

function refused(c: Context<Env>, refuse: Refuse, { form, owners, isRead, mismatch }: Sent): Response {
  const { pathname, search } = new URL(c.req.url);
  const texts = textsOf(form);
  const hasFile = [...form.values()].some((value) => typeof value !== "string" && value.size > 0);
  const again = { action: pathname + search, texts, plain: isUrlEncoded(c.req.raw) };
  const answer = { type: mismatch.type, byPerson: c.req.path === "/files/plain" || undefined };
  const values = <SentValues texts={texts} />;
  if (mismatch.type === "session-ended")
    return refuse(c, {
      ...{ ...answer, status: 401, title: "Sign in again to continue" },
      message: isRead
        ? "You were away for a long time, or you signed out in another tab. What you typed is kept on this page. Sign in, then come back to this tab and send it again."
        : "You were away for a long time, or you signed out in another tab. The file was not sent. Sign in, then choose it again.",
      actions: (
        <>
          <a
            className="btn btn-primary"
            href={signInFirst(pageOfForm(c))}
            {...(isRead && { target: "_blank", rel: "noopener" })}
          >
            {isRead ? "Sign in (opens a new tab)" : "Sign in"}
          </a>
          {isRead && <SendAgain {...again} owner={owners.find(Boolean) ?? ""} label="Send it again" outline />}
        </>
      ),
      more: (
        <>
          {isRead && hasFile && <FileLeft />}
          {values}
        </>
      ),
    });
  const { type, person } = mismatch;
  if (type === "other-person")
    return refuse(c, {
      ...{ ...answer, status: 409, title: "This page belongs to another account", more: values },
      message: `You are signed in as ${person.name} in this browser now, and this page belongs to another account. Nothing was sent. Sign in with the first account to send it, or open the page again as ${person.name}.`,
    });
  return refuse(c, {
    ...{ ...answer, status: 409, title: "Send this form?" },
    message: `You are signed in as ${person.name}. Send it as ${person.name}?`,
    actions: <SendAgain {...again} owner={person.id} label={`Send it as ${person.name}`} />,
    more: (
      <>
        {hasFile && <FileLeft />}
        {values}
      </>
    ),
  });
}

/** The page that showed the form: a handler's address shows none. */
function pageOfForm(c: Context<Env>): Request {
  const from = URL.parse(c.req.header("referer") ?? "");
  const isOurs = from !== null && from.host === new URL(c.req.url).host;
  return isOurs ? new Request(from) : c.req.raw;
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

function SentValues({ texts }: { texts: readonly [string, string][] }) {
  const shown = texts.filter(([name, text]) => text.trim() !== "" && !notShown.test(name));
  if (shown.length === 0) return null;
  return (
    <>
      <h2 className="t3 mt-7">What you sent</h2>
      <p className="small mt-2">Only this page shows it. Copy what you need before you leave.</p>
      <dl translate="no">
        {shown.map(([name, text]) => (
          <div key={name}>
            <dt className="label mt-4">{labelOf(name)}</dt>
            <dd className="whitespace-pre-wrap break-words">{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const FileLeft = () => <p className="mt-4">The file you chose is not sent along. Go back to send it, too.</p>;

type SendAgainProps = {
  action: string;
  texts: readonly [string, string][];
  owner: string;
  plain: boolean;
  label: string;
  outline?: boolean;
};

const SendAgain = ({ action, texts, owner, plain, label, outline }: SendAgainProps) => (
  <form method="post" action={action} encType={plain ? undefined : "multipart/form-data"}>
    {[...texts, [formOwnerField, owner] as const].map(([name, text]) => (
      <input key={`${name} ${text}`} type="hidden" name={name} value={text} />
    ))}
    <button type="submit" className={outline ? "btn btn-outline" : "btn btn-primary"}>
      {label}
    </button>
  </form>
);

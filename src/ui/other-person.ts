import { type DataStrategyResult, data, isRouteErrorResponse } from "react-router";
import type { RefusedForm } from "#src/shared/outcome.ts";
import { toast } from "./toasts.tsx";

type Loaded = Record<string, DataStrategyResult>;

/** The server's refusal of a form whose page belongs to another account (http/body/form-owner.ts). */
function refusalIn({ type, result }: DataStrategyResult): { confirm: boolean; message: string } | null {
  if (type !== "error" || !isRouteErrorResponse(result) || result.status !== 409) return null;
  const found = /^\{.*"type":"urn:paperwright:(other|confirm)-person"/.exec(String(result.data));
  if (!found) return null;
  const { title } = JSON.parse(String(result.data)) as { title: string };
  return { confirm: found[1] === "confirm", message: title };
}

/**
 * `clientMiddleware` of the root: a form that was refused because somebody else is signed in now leaves its page as it
 * is, with what was typed, and says so. One that a guest opened is sent as a document, whose answer asks.
 */
export async function keepOwnPage({ request }: { request: Request }, next: () => Promise<Loaded>): Promise<Loaded> {
  const sent = request.method === "POST" ? request.clone() : null;
  const loaded = await next();
  if (!sent) return loaded;
  const entries = await Promise.all(
    Object.entries(loaded).map(async ([id, one]): Promise<[string, DataStrategyResult]> => {
      const refusal = refusalIn(one);
      if (!refusal) return [id, one];
      if (refusal.confirm) sendAsDocument(sent.url, await sent.formData());
      else toast(refusal.message, { tone: "bad" });
      const kept: RefusedForm = { errors: {}, values: {}, ...(!refusal.confirm && { message: refusal.message }) };
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

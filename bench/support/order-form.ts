import { formOwnerField } from "../../src/shared/viewer.ts";
import type { Product } from "../../tests/support/product.ts";
import { keyMark } from "./hammer.ts";
import type { Aim } from "./load.ts";

const at = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

const work = (): Record<string, string> => ({
  service: "non-technical",
  subject: "History",
  pages: "6",
  citedSources: "8",
  spacing: "double",
  orderType: "writing",
  deadlineDate: at(150).slice(0, 10),
  deadlineTime: "12:00",
  deadlineZone: "UTC",
});
const brief = {
  title: "The memory of a town, in letters and parish books",
  instructions: "Write about how a town remembers its past, with two examples from the nineteenth century.",
  country: "DE",
  fairUse: "on",
  age: "on",
};

/** The form of /order as this person gets it for this work, with its price, filled in; its key is new in each request. */
export async function formOf(
  product: Pick<Product, "url">,
  cookie: string,
): Promise<Pick<Aim, "url" | "headers" | "body">> {
  const chosen = work();
  const page = await fetch(`${product.url}/order?${new URLSearchParams(chosen)}`, { headers: { cookie } });
  if (page.status !== 200) throw new Error(`/order answered ${page.status}`);
  const form = readForm(await page.text(), "instructions");
  const key = [...form.hidden.keys()].find((name) => /key/i.test(name));
  if (!key) throw new Error("the order form has no key that keeps it from placing twice");
  const fields = new URLSearchParams({ ...Object.fromEntries(form.hidden), ...chosen, ...brief, [key]: keyMark });
  return {
    url: new URL(form.action ?? "/order", product.url).href,
    headers: { "content-type": "application/x-www-form-urlencoded", origin: product.url },
    body: fields.toString(),
  };
}

/** That form as each of these people gets and sends it: it names whose it is. */
export const turnsOf = (body: string, cookies: readonly string[], ids: readonly string[]): NonNullable<Aim["turns"]> =>
  cookies.map((cookie, at) => {
    const fields = new URLSearchParams(body);
    fields.set(formOwnerField, ids[at] ?? "");
    return { headers: { cookie }, body: fields.toString() };
  });

/** Places one order as the load will, and gives its id. */
export async function placeOne(filled: Pick<Aim, "url" | "headers" | "body">, cookie: string) {
  const body = filled.body?.replace(keyMark, crypto.randomUUID()) ?? "";
  const answer = await fetch(filled.url, {
    method: "POST",
    headers: { ...filled.headers, cookie },
    body,
    redirect: "manual",
  });
  const id = /\/checkout\/([0-9a-f-]{36})/.exec(answer.headers.get("location") ?? "")?.[1];
  if (!id) throw new Error(`the order was not placed: ${answer.status} ${answer.headers.get("location")}`);
  return { id, status: answer.status };
}

type ReadForm = { action: string | null; hidden: Map<string, string> };

const attribute = (tag: string, name: string): string | null =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll("&amp;", "&").replaceAll("&quot;", '"') ?? null;

/** The form of a page that holds a field of this name: where it goes, and what it sends unseen. */
function readForm(html: string, field: string): ReadForm {
  const form = html
    .split(/(?=<form\b)/)
    .map((part) => part.split("</form>")[0] ?? "")
    .find((part) => part.startsWith("<form") && part.includes(`name="${field}"`));
  if (!form) throw new Error(`no form with the field ${field}`);
  const tags = [...form.matchAll(/<input\b[^>]*>/g)].map(([tag]) => tag);
  const hidden = tags.filter((tag) => attribute(tag, "type") === "hidden" && attribute(tag, "name"));
  return {
    action: attribute(/<form\b[^>]*>/.exec(form)?.[0] ?? "", "action"),
    hidden: new Map(hidden.map((tag) => [attribute(tag, "name") ?? "", attribute(tag, "value") ?? ""])),
  };
}

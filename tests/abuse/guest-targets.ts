import type { everybody } from "../access/cast.ts";
import { type Asked, handlerBodies } from "./handler-bodies.ts";
import { hasTextField } from "./pages-forms.ts";
import { shownForms } from "./shown-forms.ts";

/** Chinese text that compresses badly. */
const text = (length: number): string =>
  Array.from({ length }, () => String.fromCodePoint(0x4e00 + Math.floor(Math.random() * 20_000))).join("");

let people = 0;
/** The fields of a form filled as full as they may be: known ones so that they are taken. */
function filled(fields: Readonly<Record<string, string>>, longestOf: (name: string) => number | null) {
  people += 1;
  const known: Readonly<Record<string, string>> = {
    email: `${"a".repeat(40)}${people}@people.test`,
    password: "seven grey herons fly at dusk",
    ...{ terms: "on", consent: "on", website: "", country: "DE", next: `/order?note=${"x".repeat(1_900)}` },
  };
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const longest = longestOf(name);
      return [name, known[name] ?? (longest === null ? value : text(longest))];
    }),
  );
}

/** One thing that somebody without an account can send, made as large as it may be. */
export type Target = { what: string; path: string; make: () => { body: string; type: string } };
const formType = "application/x-www-form-urlencoded";

/** Every form that a guest is shown, and what programs may send. */
export async function targetsOf(cast: Awaited<ReturnType<typeof everybody>>): Promise<Target[]> {
  const forms: Target[] = [];
  const shown = await shownForms(cast, ["guest", "client"]);
  for (const { who, form, isThere } of shown) {
    if (form.method !== "post" || (who !== "guest" && form.path !== "/order")) continue;
    const html = await (await cast.ask(who, form.path)).text();
    const longestOf = (name: string): number | null => {
      if (!isThere) return 10_000;
      const tag = (html.match(/<(?:input|textarea)\b[^>]*>/g) ?? []).find((one) => one.includes(` name="${name}"`));
      return hasTextField(html, name) ? Number(/maxlength="(\d+)"/i.exec(tag ?? "")?.[1] ?? 1_000) : null;
    };
    /** A form has at most 512 kB before sign-in: of the names that the code knows as many as go in. */
    const make = () => {
      const body = new URLSearchParams();
      for (const [name, value] of Object.entries(filled(form.fields, longestOf)))
        if (body.toString().length + encodeURIComponent(name + value).length < 500_000) body.append(name, value);
      return { body: body.toString(), type: formType };
    };
    forms.push({ what: `${form.path} ${Object.keys(form.fields).slice(0, 6)}`, path: form.path, make });
  }
  const ofHandler = ({ path, json, form }: Asked): Target => ({
    what: path,
    path,
    make: () => {
      const fields = filled(json as Record<string, string>, () => null);
      return form
        ? { body: new URLSearchParams(fields).toString(), type: formType }
        : { body: JSON.stringify(fields), type: "application/json" };
    },
  });
  return [...forms, ...Object.values(handlerBodies(cast)).flat().map(ofHandler)];
}

import { addresses } from "../../scripts/docs/routes.ts";
import type { everybody } from "../access/cast.ts";
import { openFill } from "../access/fill.ts";
import type { Visitor } from "../access/marks.ts";
import { seed, sized } from "../support/full-run.ts";
import { type Form, formsIn, namesInModule } from "./pages-forms.ts";

/** `isThere`: the page shows this form; else it is made of names that the code beside the page knows. */
export type Shown = { who: Visitor; form: Form; isThere: boolean };

/** These sign the visitor out or take seconds of work for each request; they have tests of their own. */
export const leftOut: readonly string[] = ["/signout", "/accountSettings/data/download"];

/** Of the readers who are shown a page, `npm test` asks one, which the seed chooses; the full run asks all. */
const readersAsked = sized(1, Number.POSITIVE_INFINITY);

/** Each form of the product once, with one of `readers` who is shown it: the first one where all are asked. */
export async function shownForms(
  cast: Awaited<ReturnType<typeof everybody>>,
  readers: readonly Visitor[],
): Promise<Shown[]> {
  const fill = openFill(cast);
  const shown = new Map<string, Shown>();
  const pages = (await addresses())
    .filter(({ path }) => !leftOut.includes(path))
    .flatMap(({ path, file }) => fill(path).map((page) => ({ page, file })));
  for (const [at, { page, file }] of pages.entries()) {
    const first = readers.length > readersAsked ? (seed + at) % readers.length : 0;
    let readersShown = 0;
    for (const who of [...readers.slice(first), ...readers.slice(0, first)]) {
      if (readersShown === readersAsked) break;
      const answer = await cast.ask(who, page);
      const html = await answer.text();
      if (answer.status !== 200) continue;
      readersShown += 1;
      const otherFields = Object.fromEntries(namesInModule(file).map((name) => [name, ""]));
      const forms = formsIn(html, page);
      for (const form of [
        ...forms,
        { path: page, method: "post" as const, fields: otherFields },
        { path: page, method: "get" as const, fields: otherFields },
      ]) {
        const key = `${form.method} ${form.path} ${Object.keys(form.fields).sort()} ${form.fields.step ?? ""}`;
        if (!leftOut.includes(form.path) && !form.path.startsWith("/api/"))
          shown.set(key, shown.get(key) ?? { who, form, isThere: forms.includes(form) });
      }
    }
  }
  return [...shown.values()];
}

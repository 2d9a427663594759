import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { OwnFacts, StoredPage, TextPage } from "./pages.ts";

/** The words of a page as the product brings them: for search and tabs, and its Markdown. */
export type ShippedText = {
  readonly title: string;
  readonly description: string;
  /** Of a text that people accept: the version of its first words in a shop. */
  readonly version: string;
  readonly text: string;
};

const form = /^---\ntitle: (.+)\ndescription: (.+)\n(?:version: (.+)\n)?---\n([\s\S]+)$/;

/** By file: pages that people accept something on ask at each view, also when no handle for a file is left. */
const known = new Map<string, ShippedText>();

/** Reads `shipped/<name>.md`, once; `home` is where the product is installed. */
export function shippedText(home: string, name: string): ShippedText {
  const file = join(home, "src/modules/operator/pages/shipped", `${name}.md`);
  const text = known.get(file) ?? readShipped(file);
  known.set(file, text);
  return text;
}

function readShipped(file: string): ShippedText {
  const [, title = "", description = "", version = "", text = ""] = form.exec(readFileSync(file, "utf8")) ?? [];
  if (text === "") throw new Error(`${file} has no title, description or text`);
  return { title, description, version, text };
}

/**
 * What a page says, as a person types it: Markdown, and what search results show; of an own page also where it is, of
 * the samples whether the right to show them was ticked, which each version asks anew.
 */
export type PageSource = { text: string; title: string; description: string; own?: OwnSource; mayShow?: boolean };
export type OwnSource = Omit<OwnFacts, "shown">;

/** The words that a page begins with: the product's, or of an own page its name. */
export const firstText = (home: string, { name, own, label }: TextPage): Omit<ShippedText, "version"> =>
  own ? { title: label, description: "", text: `# ${label}\n` } : shippedText(home, name);

const ownSource = ({ label, slug, place }: OwnFacts): OwnSource => ({ label, slug, place });

/** The words of a stored page; what was never changed is the shipped text. */
export function pageSource(home: string, page: TextPage, stored: StoredPage): PageSource {
  const first = firstText(home, page);
  return {
    text: stored.text ?? first.text,
    title: stored.title || first.title,
    description: stored.description || first.description,
    ...(stored.own && { own: ownSource(stored.own) }),
    ...(page.name === "samples" && { mayShow: false }),
  };
}

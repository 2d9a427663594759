import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The words of a page as the product brings them: for search and tabs, and its Markdown. */
export type ShippedText = {
  readonly title: string;
  readonly description: string;
  /** Of a text that people accept: the version of its first words in a shop. */
  readonly version: string;
  readonly text: string;
};

const form = /^---\ntitle: (.+)\ndescription: (.+)\n(?:version: (.+)\n)?---\n([\s\S]+)$/;

/** Reads `shipped/<name>.md`; `home` is where the product is installed. */
export function shippedText(home: string, name: string): ShippedText {
  const file = join(home, "src/modules/operator/pages/shipped", `${name}.md`);
  const [, title = "", description = "", version = "", text = ""] = form.exec(readFileSync(file, "utf8")) ?? [];
  if (text === "") throw new Error(`${file} has no title, description or text`);
  return { title, description, version, text };
}

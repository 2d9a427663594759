import { expect, test } from "vitest";
import { readPage } from "#src/modules/operator/index.server.ts";
import { shippedText } from "#src/modules/operator/pages/pages.ts";
import { pageForms } from "./page-kind.ts";

const fits = (name: string, text: string): boolean => pageForms[name]?.fits(readPage(text, name, {})) === true;
const shipped = (name: string): string => shippedText(process.cwd(), name).text;
const home = shipped("home");
const step = "### Again\n\nOnce more.\n\n";
const samples = shipped("samples");

test.each(Object.keys(pageForms))("the shipped text of %s fits its page", (name) => {
  expect(fits(name, shipped(name))).toBe(true);
});

test.each([
  ["home", "no sentence", home.replace(/^Study help.*$/m, "")],
  ["home", "a fifth step", home.replace("## What we promise", `${step}## What we promise`)],
  ["home", "a step of two paragraphs", home.replace("### Write your brief", "More.\n\n### Write your brief")],
  ["home", "words before the steps", home.replace("### See the price", "Four steps.\n\n### See the price")],
  ["home", "no list of what is asked", home.slice(0, home.indexOf("## What we ask"))],
  ["home", "a list of lists", home.replace("- Use the work", "- Use\n  - the work")],
  ["home", "one part more", `${home}\n## More\n\n- words\n`],
  ["home", "a step without a title", home.replace("### Write your brief", "###")],
  ["home", "a part without a title", home.replace("## What we promise", "##")],
  ["hiring", "no sentence", "# Write for us\n"],
  ["hiring", "a list", "# Write for us\n\nFive steps.\n\n- one\n"],
  ["hiring", "a link", "# Write for us\n\nRead [the terms](/terms).\n"],
  ["samples", "a sample without notes", "# Samples\n\n## One\n\nAn essay.\n\n> Words.\n"],
  ["samples", "a sample without its text", "# Samples\n\n## One\n\nAn essay.\n\n- note\n"],
  ["samples", "a sample without a title", "# Samples\n\n##\n\nAn essay.\n\n> Words.\n\n- note\n"],
  ["samples", "words outside of samples", samples.replace("## The start", "More words.\n\n## The start")],
  ["samples", "a list in a text", "# Samples\n\n## One\n\nAn essay.\n\n> - a\n\n- note\n"],
])("%s with %s does not", (name, _what, text) => expect(fits(name, text)).toBe(false));

test.each([
  ["home", "three steps", home.replace(/### Write your brief[\s\S]*?(?=### Pay)/, "")],
  ["home", "links and bold words", home.replace("Support answers", "**[Support](/contact)** answers")],
  ["samples", "no sample", "# Samples\n\nThere are none yet.\n"],
])("%s with %s does", (name, _what, text) => expect(fits(name, text)).toBe(true));

import { globSync, readFileSync } from "node:fs";
import { compile } from "tailwindcss";
import { beforeAll, expect, test } from "vitest";

// Styles stand on their elements, and a class has a rule (docs/decisions/0075).

const read = (file: string): string => readFileSync(file, "utf8");
const sheets = globSync("src/ui/styles/**/*.css");
const screens = globSync("src/**/*.tsx").filter((file) => !file.includes(".test."));

const withoutSlashes = (name: string): string => name.replace(/\\(.)/g, "$1");
const classesOf = (css: string): readonly string[] =>
  [...css.replace(/\/\*.*?\*\//gs, "").matchAll(/\.((?:\\.|[a-zA-Z_-])(?:\\.|[\w-])*)/g)].map(([, name = ""]) =>
    withoutSlashes(name),
  );

/** Where the expression ends that begins behind this brace. */
function endOf(text: string, from: number): number {
  let at = from;
  for (let depth = 1; depth > 0; at += 1) {
    if (text[at] === "{") depth += 1;
    if (text[at] === "}") depth -= 1;
  }
  return at - 1;
}

/** The lists of classes in an expression: its texts, without those that are compared or are a key. */
const listsIn = (expression: string): readonly string[] =>
  [...expression.matchAll(/([=!]==\s*)?(?:"([^"\n]*)"|`([^`]*)`)(?!\s*(?:[=!]==|in\b))/g)]
    .filter(([, compared]) => !compared)
    .map(([, , text, template = ""]) => text ?? template.replace(/\S*\$\{[^}]*\}\S*/g, " "));

/** The lists of classes of the elements of a file. */
const listsOf = (text: string): readonly string[] =>
  [...text.matchAll(/\bclassName=(?:"([^"]*)"|\{)/g)].flatMap((found) => {
    if (found[1] !== undefined) return [found[1]];
    const from = found.index + found[0].length;
    return listsIn(text.slice(from, endOf(text, from)));
  });

const lists = screens.flatMap((file) => listsOf(read(file)).map((list) => ({ file, list })));
const isName = (word: string): boolean => /^[!\w[*@-][^\s"]*$/.test(word);

let utilities: ReadonlySet<string>;
beforeAll(async () => {
  const theme = read("node_modules/tailwindcss/theme.css") + read("src/ui/styles/tokens.css");
  const { build } = await compile(`${theme}@layer utilities { @tailwind utilities; }`);
  utilities = new Set(classesOf(build(lists.flatMap(({ list }) => list.split(/\s+/)))));
});

test("every class of an element has a rule", () => {
  const rules = new Set(sheets.flatMap((file) => classesOf(read(file))));
  const without = lists.flatMap(({ file, list }) =>
    list
      .split(/\s+/)
      .filter((name) => isName(name) && !rules.has(name) && !utilities.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(without).toEqual([]);
});

test("every class of a rule is written somewhere", () => {
  const code = globSync("src/**/*.{ts,tsx}").map(read).join("\n");
  const words = new Set(code.match(/[\w-]+/g));
  const heads = [...code.matchAll(/([\w-]+-)\$\{/g)].map(([, head = ""]) => head);
  const unused = sheets.flatMap((file) =>
    classesOf(read(file))
      .filter((name) => !words.has(name) && !heads.some((head) => name.startsWith(head)))
      .map((name) => `${file}: ${name}`),
  );
  expect(unused).toEqual([]);
});

/** The style of a border is set on all four sides: one that has no width of its own is drawn three pixels wide. */
test("a border of one side takes its style alone", () => {
  const drawn = lists.filter(
    ({ list }) => /\bborder-(?:double|dashed|dotted)\b/.test(list) && /\bborder-[tblr](?:-|\b)/.test(list),
  );
  expect(drawn).toEqual([]);
});

test.each([
  ["pages/", 120],
  ["", 250],
])("sheets of %s have at most %i lines", (folder, most) => {
  const long = sheets.filter((file) => file.includes(`styles/${folder}`) && read(file).split("\n").length - 1 > most);
  expect(long).toEqual([]);
});

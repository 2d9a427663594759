import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { fields } from "#src/config.ts";

// What somebody reads in a document and types has to work: scripts, files that are run, variables of the environment.

const read = (file: string): string => readFileSync(file, "utf8");
const isOther = (file: string): boolean => /(^|\/)(node_modules|build|data|\.[^/]+)\//.test(file);
const documents = globSync(["*.md", "{bench,docs,fakes,scripts,src,tests}/**/*.md"]).filter((file) => !isOther(file));

const { scripts }: { scripts: Record<string, string> } = JSON.parse(read("package.json"));
const variables = new Set<string>(Object.values(fields).map(({ env }) => env));

const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = ""]) => name);
/** What `npm start` sets for others than the product; glibc's names end in an underscore. */
const setByStart = new Set(found(scripts.start ?? "", /\b([A-Z_]+[A-Z])_?=/g));

/** What a document names and nobody has. */
const untrueIn = (text: string): string[] => [
  ...found(text, /\bnpm run (?:-\w+ )*([\w:-]+)/g).filter((name) => !Object.hasOwn(scripts, name)),
  ...found(text, /\bnode ((?:bench|build|fakes|scripts)\/[\w./-]+\.ts)\b/g).filter((file) => !existsSync(file)),
  ...found(text, /\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[A-Z][A-Z0-9]{2,}(?==))/g).filter(
    (name) => !variables.has(name) && !setByStart.has(name),
  ),
];

describe("what documents name exists", () => {
  test("scripts, files that are run and variables, in every document", () => {
    expect(documents).toEqual(expect.arrayContaining(["README.md", "docs/operating.md", "src/modules/site/README.md"]));
    const untrue = documents.map((file) => [file, untrueIn(read(file))] as const);
    expect(untrue.filter(([, names]) => names.length > 0)).toEqual([]);
  });

  test("each variable that is read stands in the configuration", () => {
    const named = found(read("docs/configuration.md"), /^\| `([A-Z0-9_]+)` \|/gm);
    expect(named.sort()).toEqual([...variables].sort());
  });

  test("files that a README names in backticks: in its folder, above or below, or in each module", () => {
    const missing = (readme: string): string[] => {
      const folder = dirname(readme);
      const above = folder.split("/").map((_, at, names) => names.slice(0, at + 1).join("/"));
      const has = (name: string) =>
        [".", ...above].some((one) => existsSync(join(one, name))) ||
        globSync([`${folder}/**/${name}`, `src/modules/*/${name}`]).length > 0;
      return found(read(readme), /`((?:[\w.-]+\/)*[\w.-]+\.tsx?)`/g).filter((name) => !has(name));
    };
    expect(documents.filter((file) => file.endsWith("README.md")).flatMap(missing)).toEqual([]);
  });

  test("a name that nobody has is found", () => {
    const text = "`npm run -s no-such`, `npm run dev`, `node scripts/none.ts`, `NO_SUCH_URL`, `MODEL=on`, `DEMO=on`";
    expect(untrueIn(text)).toEqual(["no-such", "scripts/none.ts", "NO_SUCH_URL", "MODEL"]);
  });
});

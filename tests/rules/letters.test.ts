import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ownLetters } from "../../scripts/cut-fonts.ts";

/** They read letters that others wrote, and show none of them. */
const readOnly = [
  "src/modules/accounts/domain/common-passwords.ts",
  "src/modules/chat/panel/rows.ts",
  "src/modules/checker/domain/normalise.ts",
  "src/modules/files/clean/samples/office.ts",
  "src/modules/files/domain/names.ts",
  "src/platform/input.ts",
  "src/shared/contact-platform-rules.ts",
  "src/shared/contact-context.ts",
  "src/shared/contact-rules.ts",
  "src/shared/honest-use/rules.ts",
  "src/shared/honest-use/plain-text.ts",
  "src/shared/honest-use/judge.ts",
  "src/shared/honest-use/words.ts",
  "src/shared/characters.ts",
];

const isOwn = (letter: string): boolean => {
  const code = letter.codePointAt(0) ?? 0;
  return letter === "\n" || ownLetters.some(([from, to]) => from <= code && code <= to);
};

/** Screens may name a letter by its code. */
const spelled = (file: string): string => {
  const text = readFileSync(file, "utf8");
  if (!file.endsWith(".tsx")) return text;
  return text.replace(/\\u\{?([\da-f]{4,5})\}?/gi, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
};

test("the product is written with the letters that its first font files hold", () => {
  const written = globSync("src/**/*.{ts,tsx}").filter(
    (file) => !/\.(test|testing)\.tsx?$/.test(file) && !readOnly.includes(file),
  );
  const others = written.flatMap((file) => {
    const letters = new Set([...spelled(file)].filter((letter) => !isOwn(letter)));
    return [...letters].map((letter) => `${file}: ${letter}`);
  });
  expect(others, "write it with other letters, or add them to ownLetters in scripts/cut-fonts.ts").toEqual([]);
});

/** "10 MB" and `${size} MB` with a space at which a line can end; comments and lines of a log may have it. */
const breaking = /[\d}] (?:[KMG]|k)B\b/;

test("a size stays on one line with its unit", () => {
  const apart = globSync("src/{modules,http,ui,shared}/**/*.{ts,tsx}").flatMap((file) =>
    /\.(test|testing|test-support)\.tsx?$/.test(file)
      ? []
      : readFileSync(file, "utf8")
          .split("\n")
          .map((line) => line.replace(/\/\/ .*$|^\s*(\/\*\*|\*) .*$/, ""))
          .filter((line) => breaking.test(line))
          .map((line) => `${file}: ${line.trim()}`),
  );
  expect(apart, "write \\u00a0 before the unit").toEqual([]);
  expect([breaking.test("up to 10 MB"), breaking.test("up to 10\u00a0MB")]).toEqual([true, false]);
});

/** `${one}s` and "3 days" from a setting that may be one, where they are not made by `counted`. */
const ownPlural = /\$\{one\}s|\{[\w.]*(?:[dD]ays|[hH]ours|[wW]eeks)(?:\([^)]*\))?\} (?:days|hours|weeks)\b/;
const makePlurals = ["src/shared/counted.ts", "src/modules/admin/domain/count-label.ts"];

test("a count that may be one has its noun from the one function that makes plurals", () => {
  const own = globSync("src/**/*.{ts,tsx}").filter(
    (file) =>
      !/\.(test|testing)\.tsx?$/.test(file) &&
      !makePlurals.includes(file) &&
      ownPlural.test(readFileSync(file, "utf8")),
  );
  expect(own).toEqual([]);
  const wrong = ["{rules.reviewDays} days", "{reviewDays(order)} days", `$${"{one}s"}`];
  expect(wrong.filter((text) => !ownPlural.test(text))).toEqual([]);
});

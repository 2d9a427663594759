import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const screens = globSync("src/**/*.{ts,tsx}").filter((file) => !/\.test\./.test(file));
const read = (file: string) => readFileSync(file, "utf8");
const field = "src/ui/password-input.tsx";

test("every field of a password hides what is typed and lets managers fill it", () => {
  expect(read(field)).toMatch(/type=\{[^}]*"password"\}|type="password"/);
  const written = screens.flatMap((file) =>
    [...read(file).matchAll(/<(?:PasswordInput|Input type="password")\b[^>]*>/g)].map(([tag]) => `${file}: ${tag}`),
  );
  expect(written.length).toBeGreaterThan(4);
  expect(written.filter((tag) => !/autoComplete="(?:current|new)-password"/.test(tag))).toEqual([]);
  // Any other field that takes one would show it.
  expect(
    screens.filter((file) => /<[Ii]nput(?![^>]*type="password")[^>]*autoComplete="[a-z]+-password"/.test(read(file))),
  ).toEqual([]);
});

test("pasting is forbidden nowhere", () => {
  const forbids = /onPaste=\{[^}]*preventDefault|addEventListener\("paste"[\s\S]{0,200}preventDefault/;
  expect(forbids.test("onPaste={(event) => event.preventDefault()}")).toBe(true);
  expect(screens.filter((file) => forbids.test(read(file)))).toEqual([]);
});

import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { mutations } from "./mutations.ts";
import { mutated, mutationPlugins } from "./plugin.ts";

test.each(mutations)("still fits the code: $wrong", (mutation) => {
  expect(existsSync(mutation.file)).toBe(true);
  const text = readFileSync(mutation.file, "utf8");
  expect(mutated(text, mutation)).not.toBe(text);
});

test("names tests that are there", () => {
  const files = globSync(["src/**/*.test.{ts,tsx}", "tests/**/*.test.ts"]);
  const missing = mutations.flatMap(({ tests }) => tests).filter((part) => !files.some((file) => file.includes(part)));
  expect(missing).toEqual([]);
});

test("text that stands twice, or not at all, is no place for a fault", () => {
  const place = { file: "a.ts", from: "one", to: "two" };
  expect(mutated("one and more", place)).toBe("two and more");
  for (const text of ["one and one", "nothing"]) expect(() => mutated(text, place)).toThrow("must stand once");
});

test("changes nothing unless a run asks for it", () => {
  expect(mutationPlugins(undefined)).toEqual([]);
  expect(() => mutationPlugins("999")).toThrow("There is no mutation 999.");
});

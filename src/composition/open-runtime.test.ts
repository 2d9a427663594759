import { expect, test } from "vitest";
import { readRole } from "./open-runtime.ts";

test.each([
  ["", "all"],
  ["--empty", "all"],
  ["--role web", "web"],
  ["--release --role worker", "worker"],
  ["--role all", "all"],
])('"%s" is the role %s', (words, role) => expect(readRole(words.split(" "))).toBe(role));

test.each(["--role", "--role desk", "--role WEB"])('"%s" is refused with the words that are known', (words) =>
  expect(() => readRole(words.split(" "))).toThrow(/^--role is one of all, web, worker, not "\w*"\.$/),
);

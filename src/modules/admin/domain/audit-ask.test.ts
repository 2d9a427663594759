import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { auditParts } from "./audit-ask.ts";

test("whatever is written into the audit belongs to a part of it, and so is listed for somebody", () => {
  const texts = globSync("src/**/*.ts", { exclude: ["**/*.test.ts"] }).map((file) => readFileSync(file, "utf8"));
  const written = texts.flatMap((text) =>
    [...text.matchAll(/audit\(\{\s*action: ["`](\w+)\./g)].map(([, word]) => word),
  );
  const read = Object.values(auditParts).flatMap(({ prefixes }) => prefixes);
  expect(written.length).toBeGreaterThan(60);
  expect([...new Set(written)].filter((word) => !read.includes(word ?? ""))).toEqual([]);
});

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { lifecycleDocument } from "./lifecycle-document.ts";

test("docs/lifecycle.md is what the table prints", () => {
  const page = readFileSync(new URL("../../../../docs/lifecycle.md", import.meta.url), "utf8");
  expect(page).toBe(lifecycleDocument());
});

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { loadModel, modelFile } from "./checker-work.ts";
import type { ErrorRate } from "./domain/model.ts";

const loaded = loadModel(modelFile("."));
if (!loaded) throw new Error("There is no model.");
const { rates, version, corpus } = loaded.model.header;
const page = readFileSync("docs/checker.md", "utf8");

/** Texts and those called likely AI over all lengths of one kind, as the model card's rows say. */
const summed = (kind: string, of: "humans" | "machines") =>
  rates
    .filter((rate: ErrorRate) => rate.kind === kind)
    .reduce((sum, rate) => ({ n: sum.n + rate[of].n, k: sum.k + rate[of].k }), { n: 0, k: 0 });

/** The row "all" below a heading of the page. */
function printed(heading: string): { n: number; k: number } {
  const section = page.slice(page.indexOf(`## ${heading}`));
  const [, n, k] = /^\| \*\*all\*\* \| (\d+) \| (\d+) \|/m.exec(section) ?? [];
  return { n: Number(n), k: Number(k) };
}

test("the page names the shipped model and the texts that it learned from", () => {
  expect(page).toContain(`model ${version}, training texts ${corpus}`);
});

test("no group of 60 human texts or more of kinds never seen has more than 4 % called", () => {
  const section = page.slice(
    page.indexOf("## Kinds never seen: human texts"),
    page.indexOf("## Kinds never seen: machine"),
  );
  const groups = [...section.matchAll(/^\| [^|*]+ \| (\d+) \| (\d+) \|/gm)].map(([, n, k]) => ({
    n: Number(n),
    k: Number(k),
  }));
  const large = groups.filter(({ n }) => n >= 60);
  expect(large.length).toBeGreaterThan(10);
  for (const { n, k } of large) expect(k / n).toBeLessThanOrEqual(0.04);
});

test.each([
  ["Known kinds: human texts called likely AI", "all", "humans"],
  ["Known kinds: machine texts called likely AI", "all", "machines"],
  ["Kinds never seen: human texts called likely AI", "unseen", "humans"],
  ["Kinds never seen: machine texts called likely AI", "unseen", "machines"],
] as const)("%s: the model card counts what the page counts", (heading, kind, of) => {
  expect(summed(kind, of).n).toBeGreaterThan(100);
  expect(summed(kind, of)).toEqual(printed(heading));
});

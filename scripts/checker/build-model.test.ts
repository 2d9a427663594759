import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { readModel } from "#src/modules/checker/domain/model.ts";
import { read, verdictOf } from "#src/modules/checker/domain/verdict.ts";
import { isFullRun } from "#tests/support/full-run.ts";
import { madeRow, textOf } from "../../tests/support/checker-rows.ts";
import { askOthers, buildModel } from "./build-model.ts";
import type { Row } from "./dataset.ts";
import { makeDataset } from "./dataset.ts";

const kinds = [
  ["biscope", "review"],
  ["biscope", "fiction"],
  ["hppt", "academic-abstract"],
  ["lastde", "reddit"],
  ["m4", "m4-mixed"],
  ["outfox", "student-essay"],
] as const;

const rows = kinds.flatMap(([source, domain], kind) =>
  Array.from({ length: 40 }, (_, at) => {
    const generator = at % 2 === 0 ? "human" : "some";
    return madeRow({ source, domain, generator, number: at, seed: kind * 1000 + at });
  }),
);

function trained(): Uint8Array {
  const data = makeDataset(rows);
  return buildModel(
    data,
    askOthers(data, () => {}),
  );
}

test.runIf(isFullRun)("training twice gives the same bytes, and a model that separates these texts", () => {
  const [one, other] = [trained(), trained()];
  const hash = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
  expect(hash(one)).toBe(hash(other));
  const model = readModel(one);
  if (!model) throw new Error("The model that was just written cannot be read.");
  const score = (label: Row["label"]): number => verdictOf(model, read(textOf(99_999, label))).score;
  expect(score("ai")).toBeGreaterThan(0.9);
  expect(score("human")).toBeLessThan(0.1);
});

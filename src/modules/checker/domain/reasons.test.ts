import { expect, test } from "vitest";
import { loadModel, modelFile } from "../checker-work.ts";
import { wordCountOf } from "../screens/checker-form.tsx";
import { exampleEnd, exampleText } from "../screens/example.server.ts";
import { reasonsOf } from "./reasons.ts";
import { reportOf } from "./report.ts";
import { wordCount } from "./tokenise.ts";
import { read } from "./verdict.ts";

const model = loadModel(modelFile("."))?.model;
if (!model) throw new Error("There is no model.");

test("each mark of the example leads to a reason, and a reason only to marks whose own number is beyond its range", () => {
  const report = reportOf(model, exampleText);
  const { reasons, others } = reasonsOf(exampleText, report);
  expect(report.highlights.length).toBeGreaterThan(0);
  const linked = new Set([...reasons.flatMap(({ marks }) => marks), ...others]);
  expect([...linked].sort((a, b) => a - b)).toEqual(report.highlights.map((_, at) => at + 1));
  expect(reasons.map(({ name, low, high, value }) => ({ name, low, high, value }))).toEqual(
    report.moved.map(({ name, low, high, value }) => ({ name, low, high, value })),
  );
  const words = reasons.find(({ name }) => name === "Words that assistants often use");
  expect(words?.words).toEqual(["crucial", "role", "overall"]);
  for (const mark of words?.marks ?? []) {
    const { from = 0, to = 0 } = report.highlights[mark - 1] ?? {};
    expect(exampleText.slice(from, to)).toMatch(/crucial|significantly|ensuring/);
  }
});

test("a sentence without the words of a reason is not among its marks, and has one of its own", () => {
  const text = "Furthermore, it plays a crucial role. The dog sat down.";
  const highlights = [
    { from: 0, to: 37, level: "strong" as const },
    { from: 38, to: text.length, level: "some" as const },
  ];
  const moved = [
    {
      ...{ name: "Words that assistants often use", unit: "per 100 words", isMore: true },
      ...{ value: 30, low: 0, high: 2 },
    },
  ];
  expect(reasonsOf(text, { highlights, moved })).toMatchObject({
    reasons: [{ marks: [1], words: ["furthermore", "crucial", "role"] }],
    others: [2],
  });
});

test("the example is shown up to the end of a sentence, in the words that the engine counts", () => {
  expect(exampleText.slice(0, exampleEnd)).toMatch(/should\.$/);
  expect(wordCountOf(exampleText)).toBe(wordCount(read(exampleText).tokens));
});

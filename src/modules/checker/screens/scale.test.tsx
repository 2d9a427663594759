import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { machineLike } from "#tests/support/checked-texts.ts";
import { loadModel, modelFile } from "../checker-work.ts";
import { type Report, reportOf } from "../domain/report.ts";
import { ledeOf } from "../domain/texts.ts";
import { Scale } from "./scale.tsx";

const model = loadModel(modelFile("."))?.model;
if (!model) throw new Error("There is no model.");
const drawn = (report: Report): string => renderToStaticMarkup(<Scale report={report} />);
const first = (words: number): string => machineLike.split(/\s+/).slice(0, words).join(" ");

test("the mark of a short text never stands where machines’ texts do: no answer reaches to the end of the scale", () => {
  const report = reportOf(model, first(90));
  expect(report).toMatchObject({ band: "cannot-tell", weak: true });
  expect(report.position, "else this proves nothing").toBeGreaterThan(0.7);
  expect(drawn(report)).toContain("The mark is in the part “cannot tell”.");
  expect(Number(/left:([\d.]+)%/.exec(drawn(report))?.[1])).toBeLessThan(66);
  expect(ledeOf(report)).toMatch(/^So few words/);
});

test("what cannot be judged has no mark, and no error rates that were measured on other texts", () => {
  const report = reportOf(model, "Der Hund lief durch den Garten und bellte die Katze auf dem Zaun an. ".repeat(15));
  expect(report).toMatchObject({ band: "cannot-tell", rates: [] });
  for (const one of [report, reportOf(model, first(20))]) {
    expect(drawn(one)).toContain("No mark on the scale.");
    expect(drawn(one)).not.toContain("left:");
  }
  expect(ledeOf(report)).toMatch(/cannot judge/);
});

test("a text that is long enough has its mark where its answer is", () => {
  const html = drawn(reportOf(model, machineLike));
  expect(Number(/left:([\d.]+)%/.exec(html)?.[1])).toBeGreaterThan(67);
  expect(html).toContain("The mark is in the part “like a machine”.");
});

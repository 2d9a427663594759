import { beforeAll, describe, expect, test } from "vitest";
import { checkedSet } from "../../../../tests/support/checked-set.ts";
import { machineLike, personLike } from "../../../../tests/support/checked-texts.ts";
import { loadModel, modelFile } from "../checker-work.ts";
import type { Model } from "./model.ts";
import { readModel } from "./model.ts";
import { type Report, reportOf, shortAnswer } from "./report.ts";

let model: Model;
const report = (text: string): Report => reportOf(model, text);
const scoreOf = (text: string): number => shortAnswer(model, text).score;

beforeAll(() => {
  const loaded = loadModel(modelFile("."));
  if (!loaded) throw new Error("There is no model, or it is of another version of the engine.");
  model = loaded.model;
});

const verse = Array.from({ length: 14 }, (_, at) => `and the river number ${at} goes\nover the stones at night`).join(
  "\n",
);
const german = "Der Hund läuft über die Straße und sieht dort eine Katze, die ihn nicht beachtet. ".repeat(12);

describe("the shipped model", () => {
  test("answers as it should on texts written for this test", () => {
    expect(report(machineLike)).toMatchObject({ band: "likely-ai", weak: false, doubts: [] });
    expect(report(personLike).band).not.toBe("likely-ai");
    expect(scoreOf(personLike)).toBeLessThan(0.3);
  });

  test("on the small set: no text in a person's manner is called, and as many of a machine's as the card says", () => {
    const answers = checkedSet.map(({ manner, kind, text }) => ({ manner, kind, band: report(text).band }));
    const called = answers.filter(({ band }) => band === "likely-ai");
    expect(called.filter(({ manner }) => manner === "person")).toEqual([]);
    const { k, n } = model.header.rates.find(({ kind }) => kind === "all")?.machines ?? { k: 0, n: 1 };
    const machines = answers.filter(({ manner }) => manner === "machine").length;
    expect(called.length / machines).toBeGreaterThanOrEqual(k / n);
    expect(k / n).toBeGreaterThan(0.6);
  });

  test("what it says of itself holds: at most one human text in a hundred, of known kinds and of others; of no kind four", () => {
    for (const { kind, humans } of model.header.rates) {
      const most = kind === "all" ? 0.01 : 0.04;
      if (humans.n >= 60 && kind !== "unseen") expect(humans.k / humans.n, kind).toBeLessThanOrEqual(most);
    }
    const unseen = model.header.rates.filter(({ kind }) => kind === "unseen").map(({ humans }) => humans);
    const sum = (of: "k" | "n"): number => unseen.reduce((all, one) => all + one[of], 0);
    expect(sum("n")).toBeGreaterThan(5000);
    expect(sum("k") / sum("n")).toBeLessThanOrEqual(0.01);
  });

  test.each([
    ["49 words", "word ".repeat(49), "too-short", []],
    ["nothing", "", "too-short", []],
    ["another language", german, "cannot-tell", ["language"]],
    ["verse", verse, "cannot-tell", ["verse"]],
  ])("%s", (_, text, band, doubts) =>
    expect(report(text)).toMatchObject({ band, doubts: expect.arrayContaining(doubts) }),
  );

  test("below 150 words nothing is likely AI", () => {
    const words = machineLike.split(/\s+/);
    for (const count of [60, 100, 140]) expect(report(words.slice(0, count).join(" ")).band).not.toBe("likely-ai");
  });

  test("the same text, otherwise written, has the same score", () => {
    const score = scoreOf(machineLike);
    const changes = [
      machineLike.replaceAll(" ", "  "),
      machineLike.replaceAll("\n", "\r\n"),
      machineLike.replaceAll("a", "а").replaceAll("e", "е"),
      machineLike.replace(/(\w\w)(\w\w)/g, "$1\u200b$2"),
      machineLike.replaceAll("fi", "ﬁ"),
    ];
    expect(changes.map((text) => scoreOf(text))).toEqual(changes.map(() => score));
    expect(report(machineLike)).toEqual(report(machineLike));
  });

  test("look-alike letters are counted", () => {
    expect(report(machineLike.replaceAll("a", "а")).folded.lookalikes).toBeGreaterThan(50);
  });

  test("each coloured stretch is a sentence of the text, in order", () => {
    const text = `😀 ${machineLike.replaceAll("'", "’")}\n\n${personLike}`;
    const { highlights } = report(text);
    expect(highlights.length).toBeGreaterThan(2);
    let end = 0;
    for (const { from, to } of highlights) {
      expect(from).toBeGreaterThanOrEqual(end);
      expect(text.slice(from, to)).toMatch(/^\S[\s\S]*[.!?]$/);
      end = to;
    }
  });

  test("50,000 characters without a space are looked at", () => {
    expect(report("a".repeat(50_000)).band).toBe("too-short");
  });

  test("a file that is no model is none", () => {
    expect(readModel(new Uint8Array(4))).toBeNull();
    expect(readModel(new Uint8Array(4000).fill(7))).toBeNull();
  });
});

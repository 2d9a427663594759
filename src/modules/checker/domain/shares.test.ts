import { beforeAll, describe, expect, test } from "vitest";
import { checkedSet } from "../../../../tests/support/checked-set.ts";
import { personalEssays } from "../../../../tests/support/personal-essays.ts";
import { loadModel, modelFile } from "../checker-work.ts";
import type { Model } from "./model.ts";
import { reportOf } from "./report.ts";
import { personalShare } from "./shares.ts";
import { registerText } from "./texts.ts";
import { limitsFor, read, verdictOf } from "./verdict.ts";

const share = (text: string): number => personalShare(read(text).tokens);
const essays = Object.entries(personalEssays);

describe("how personal a text is", () => {
  test.each(essays)("an essay about oneself wholly is: %s", (_, text) => expect(share(text)).toBe(1));

  test.each([
    [
      "news of the past",
      "The council met on Tuesday and voted to close the bridge, which was built in 1931 and had been repaired twice. Engineers found cracks in two of its arches. Residents said they felt ignored, and a petition was handed over.",
    ],
    [
      "an abstract that says we",
      "We propose a method for estimating the parameters of such models from few samples. We show that our results compare well, and we prove a theorem about their variance. We learned all weights on our own data.",
    ],
    [
      "a speech for a motion",
      "The opposition asks us to believe that cities can wait. They cannot. Our cities have waited for thirty years, and every year we pay more for it. I say this plainly: the cost of acting is known, the cost of delay is not, and those who pay it are not in this room tonight. They are on the buses that do not come, in the flats that cannot be heated, and in the queues of every clinic between here and the coast. A motion that asks for one more report will not shorten any of these, and a vote against it will not lose a single fact that is known today.",
    ],
    ["an essay on a topic", checkedSet[0]?.text ?? ""],
  ])("%s is not", (_, text) => expect(share(text)).toBeLessThan(0.2));

  test("the past and looking back count only where somebody says I", () => {
    const past = "She remembered the house where they lived and hoped that it had survived. ".repeat(8);
    expect(share(past)).toBe(0);
    expect(share(past.replaceAll("She", "I"))).toBe(1);
    const some = `${"I think so, and the others do not. ".repeat(4)}${"It is what it is, and nobody knows. ".repeat(16)}`;
    expect(share(some), "2.5 points in 100 words").toBeCloseTo(1 / 3);
  });
});

describe("the limit of a personal text", () => {
  const limits = [{ words: 200, likelyAi: 1, scholarlyAi: 4, personalAi: 3, humanLike: -1 }];
  const of = (scholarly: number, personal: number) => limitsFor(limits, { words: 200, scholarly, personal });

  test("is the higher, the more personal the text; of two registers the higher limit is used, and named", () => {
    expect(of(0, 0)).toEqual({ likelyAi: 1, humanLike: -1, register: "common", raised: 0 });
    expect(of(0, 0.5)).toEqual({ likelyAi: 2, humanLike: -1, register: "personal", raised: 1 });
    expect(of(0, 1)).toMatchObject({ likelyAi: 3, register: "personal" });
    expect(of(1, 1)).toMatchObject({ likelyAi: 4, register: "scholarly" });
    expect(of(0.1, 1)).toMatchObject({ likelyAi: 3, register: "personal" });
  });
});

describe("the shipped model", () => {
  let model: Model;
  beforeAll(() => {
    const loaded = loadModel(modelFile("."));
    if (!loaded) throw new Error("There is no model.");
    model = loaded.model;
  });

  test.each(essays)("an essay about oneself is not called, and its limit is named: %s", (_, text) => {
    const report = reportOf(model, text);
    expect(report).toMatchObject({ register: "personal", weak: false, doubts: [] });
    expect(report.band).not.toBe("likely-ai");
    expect(registerText(report)).toMatch(/^It reads like a personal text.*higher limit/);
  });

  test("it needs clearly more evidence: the polished essays are above the limit of other texts", () => {
    const above = essays.filter(([, text]) => {
      const { logit, words } = verdictOf(model, read(text));
      return logit > limitsFor(model.header.limits, { words, scholarly: 0, personal: 0 }).likelyAi;
    });
    expect(above.map(([name]) => name)).toEqual(
      essays.map(([name]) => name).filter((name) => name.endsWith("polished")),
    );
    for (const { likelyAi, personalAi } of model.header.limits) expect(personalAi - likelyAi).toBeGreaterThanOrEqual(1);
  });

  test("its sentences need more to be strongly coloured, as the text does to be called", () => {
    const limits = model.header.limits.map((one) => ({ ...one, personalAi: one.likelyAi }));
    const strong = (asked: Model): number =>
      essays.flatMap(([, text]) => reportOf(asked, text).highlights).filter(({ level }) => level === "strong").length;
    expect(strong(model)).toBeLessThan(strong({ ...model, header: { ...model.header, limits } }) / 3);
  });

  test("a machine's abstract has the limit of scholarly texts, a machine's essay on a topic that of most, with no words on it", () => {
    const of = (kind: string) => reportOf(model, checkedSet.find((one) => one.kind === kind)?.text ?? "");
    const [abstract, essay] = [of("abstract of a study"), of("essay on libraries")];
    expect(abstract.register).toBe("scholarly");
    expect(registerText(abstract)).toMatch(/^It reads like a research text/);
    expect(essay).toMatchObject({ register: "common", band: "likely-ai" });
    expect(registerText(essay)).toBeNull();
    expect(registerText({ ...abstract, weak: true })).toBeNull();
  });
});

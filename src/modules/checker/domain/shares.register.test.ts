import { describe, expect, test } from "vitest";
import { scholarlyShare } from "./shares.ts";
import { bandAt, limitsFor, read } from "./verdict.ts";

const share = (text: string): number => scholarlyShare(read(text).tokens);
const plain =
  "We went down to the river after lunch, and my brother said the boat was gone, so we walked back along the road home. ";

describe("the register of a text", () => {
  test("plain writing is not scholarly, a report of research wholly is", () => {
    expect(share(plain.repeat(8))).toBe(0);
    expect(
      share(
        "We propose a method for estimating the parameters of such models from few samples. Experiments on two datasets show that its results compare well with those of previous techniques, and we prove a theorem about its variance.",
      ),
    ).toBe(1);
  });

  test.each(["(Marlow, 2019)", "(Marlow et al.)"])("a citation in a page makes it scholarly: %s", (citation) => {
    expect(share(`${plain.repeat(16)} He says so ${citation}.`)).toBe(1);
  });

  test("one year in a long text, or a number that is no year, does not", () => {
    expect(share(`${plain.repeat(50)} It was in June (1994).`)).toBe(0);
    expect(share(`${plain.repeat(16)} There were many of them (4500).`)).toBe(0);
  });

  test("the more scholarly, the higher the upper limit; the lower one stays", () => {
    const limits = [
      { words: 100, likelyAi: 1, scholarlyAi: 3, personalAi: 1, humanLike: -1 },
      { words: 400, likelyAi: 2, scholarlyAi: 6, personalAi: 2, humanLike: -2 },
    ];
    expect(limitsFor(limits, { words: 400, scholarly: 0, personal: 0 })).toEqual({
      likelyAi: 2,
      humanLike: -2,
      register: "common",
      raised: 0,
    });
    expect(limitsFor(limits, { words: 400, scholarly: 0.5, personal: 0 })).toEqual({
      likelyAi: 4,
      humanLike: -2,
      register: "scholarly",
      raised: 2,
    });
    expect(limitsFor(limits, { words: 200, scholarly: 1, personal: 0 }).likelyAi).toBeCloseTo(4.5);
    expect(limitsFor(limits, { words: 9000, scholarly: 1, personal: 0 }).likelyAi).toBe(6);
    expect(bandAt(limits, 5, { words: 400, scholarly: 0, personal: 0 })).toBe("likely-ai");
    expect(bandAt(limits, 5, { words: 400, scholarly: 1, personal: 0 })).toBe("cannot-tell");
  });
});

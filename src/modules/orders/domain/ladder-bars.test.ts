import { expect, test } from "vitest";
import { ladderBars } from "./ladder-bars.ts";
import { standardRules } from "./order-rules.ts";

test("the bars go down while the work continues, in percent and in cents of the example", () => {
  expect(ladderBars(9_240, standardRules.refund).map(({ code, percent, cents }) => [code, percent, cents])).toEqual([
    ["unstarted", 100, 9_240],
    ["early-unopened", 100, 9_240],
    ["early-opened", 70, 6_468],
    ["later", 50, 4_620],
    ["missed", 100, 9_240],
  ]);
});

test("edited shares are shown as they are: no bar below 100 claims a full refund", () => {
  const refund = { ...standardRules.refund, earlyPartPercent: 40, unstartedPercent: 97, missedPercent: 99 };
  for (const { percent, when, why } of ladderBars(10_000, refund)) {
    expect(why.includes("Everything"), when).toBe(percent === 100);
    expect(when).not.toContain("half");
  }
});

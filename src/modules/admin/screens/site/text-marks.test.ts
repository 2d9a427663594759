import { expect, test } from "vitest";
import { type Chosen, type Mark, typedOver, withMark, withPlaceholder } from "./text-marks.ts";

/** "a |b| c": what is chosen stands between bars. */
function chosenIn(shown: string): Chosen {
  const [left = "", inner = "", right = ""] = shown.split("|");
  return { text: left + inner + right, start: left.length, end: left.length + inner.length };
}
const shownOf = ({ text, start, end }: Chosen): string =>
  `${text.slice(0, start)}|${text.slice(start, end)}|${text.slice(end)}`;

test.each<[Mark, string, string]>([
  ["bold", "a |b| c", "a **|b|** c"],
  ["bold", "a **|b|** c", "a |b| c"],
  ["bold", "a || c", "a **||** c"],
  ["italic", "a |b| c", "a *|b|* c"],
  ["italic", "a *|b|* c", "a |b| c"],
  ["italic", "a **|b|** c", "a ***|b|*** c"],
  ["link", "a |b| c", "a [b](|https://|) c"],
  ["link", "a || c", "a [words](|https://|) c"],
  ["heading", "a\nb|c|d\ne", "a\n## b|c|d\ne"],
  ["heading", "## b|c|d", "b|c|d"],
  ["heading", "## ||", "||"],
  ["heading", "- b|c|d", "## b|c|d"],
  ["list", "|a\nb|\nc", "|- a\n- b|\nc"],
  ["list", "|- a\n- b|\nc", "|a\nb|\nc"],
  ["numbers", "|- a\nb|", "|1. a\n2. b|"],
  ["numbers", "|1. a\n2. b|", "|a\nb|"],
  ["quote", "a|b|", "> a|b|"],
  ["list", "||", "- ||"],
  ["heading", "||\na", "## ||\na"],
  ["list", "|a\n|b", "- |a|\nb"],
  ["list", "a\n|\n|b", "a\n- ||\nb"],
])("%s: %j becomes %j", (mark, before, after) => {
  expect(shownOf(withMark(chosenIn(before), mark))).toBe(after);
});

test.each([
  ["We are ||.", "We are {{shop}}||."],
  ["We are {{||.", "We are {{shop}}||."],
  ["We are {{sho||.", "We are {{shop}}||."],
  ["{{a}} and {{||", "{{a}} and {{shop}}||"],
  ["We are |them|.", "We are {{shop}}||."],
])("the placeholder is put into %j: %j", (before, after) => {
  expect(shownOf(withPlaceholder(chosenIn(before), "shop"))).toBe(after);
});

test.each([
  ["a b c", "a **b** c", { from: 2, to: 3, piece: "**b**" }],
  ["## a", "a", { from: 0, to: 3, piece: "" }],
  ["aa", "aaa", { from: 2, to: 2, piece: "a" }],
  ["a", "a", { from: 1, to: 1, piece: "" }],
])("from %j to %j the fewest letters are typed", (before, now, typed) => {
  expect(typedOver(before, now)).toEqual(typed);
});

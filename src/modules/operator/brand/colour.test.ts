import { describe, expect, test } from "vitest";
import { brandSetting, choiceOf } from "./brand.ts";
import { brandStyles } from "./brand-files.ts";
import {
  contrast,
  darkColours,
  hexOf,
  judgeColour,
  lchOf,
  lightColours,
  readColour,
  shippedColour,
  surfaces,
} from "./colour.ts";

const shipped = choiceOf(brandSetting.default);
const least = (hex: string) => Math.min(...Object.values(lightColours(hex).contrasts));
const oneDigit = (hex: string) => Object.values(lightColours(hex).contrasts).map((value) => value.toFixed(1));

test.each([
  ["#2A9D8F", "#2A9D8F"],
  ["2a9d8f", "#2A9D8F"],
  [" #fff ", "#FFFFFF"],
  ["0a3", "#00AA33"],
  ["", null],
  ["#12", null],
  ["#1234", null],
  ["#12345678", null],
  ["teal", null],
  ["#2A9D8F;}*{color:red", null],
  ["rgb(0,0,0)", null],
])("%j is read as %j", (typed, colour) => expect(readColour(typed)).toBe(colour));

describe("a colour that passes is taken as it is", () => {
  test.each(["#263FAF", "#C2185B", "#00776A", "#000000", "#0000FF", "#7A1F1F"])("%s", (colour) => {
    expect(judgeColour(colour)).toMatchObject({ ok: true, colour });
  });
});

describe("for one that is too light the nearest of the same hue that passes is offered", () => {
  test.each([
    ["#2A9D8F", "#00776A"],
    ["#FF0000", "#D20000"],
    ["#FFFFFF", "#676767"],
    ["#808080", "#676767"],
  ])("%s: %s", (typed, offer) => {
    expect(judgeColour(typed)).toMatchObject({ ok: false, offer, why: "Too light for white words. 4.5 is needed." });
    expect(judgeColour(offer).ok).toBe(true);
    const { l, c, h } = lchOf(typed);
    const between = lchOf(offer).l + 0.01;
    if (between < l) expect(least(hexOf({ l: between, c, h })), "nothing nearer passes").toBeLessThan(4.6);
  });

  test("with the figures that the design draws", () => {
    expect(oneDigit("#2A9D8F")).toEqual(["3.2", "3.0", "2.8"]);
    expect(oneDigit("#00776A")).toEqual(["5.3", "4.9", "4.5"]);
  });
});

test.each([
  ["#FFFF00", "yellow"],
  ["#FFD400", "yellow"],
  ["#00FF00", "green"],
  ["#00FFFF", "turquoise"],
])("%s has no such neighbour: nothing is offered, and the words name %s", (typed, name) => {
  expect(judgeColour(typed)).toMatchObject({
    ok: false,
    offer: null,
    why: `This ${name} is too light to carry white words. Choose a darker one.`,
  });
});

test("what the shop is shipped with passes", () => {
  expect(shippedColour).toBe("#263FAF");
  expect(judgeColour(shippedColour).ok).toBe(true);
});

test("every colour has a dark theme that passes: words, links, the chosen row, focus and borders", () => {
  const { ground, onPen } = surfaces.dark;
  const sheet = hexOf({ l: 0.22, c: 0.02, h: (268 * Math.PI) / 180 });
  for (let hue = 0; hue < 360; hue += 5)
    for (const c of [0, 0.03, 0.1, 0.2, 0.32])
      for (const l of [0.1, 0.4, 0.7]) {
        const colour = hexOf({ l, c, h: (hue * Math.PI) / 180 });
        const { passes, shades } = darkColours(colour);
        expect(passes, colour).toBe(true);
        expect(Math.min(contrast(shades.strong, ground), contrast(shades.strong, onPen)), colour).toBeGreaterThan(4.5);
        expect(contrast(shades.pen, sheet), colour).toBeGreaterThan(3);
      }
});

test("a colour that passes is also read where it is hovered", () => {
  for (let hue = 0; hue < 360; hue += 5) {
    const judged = judgeColour(hexOf({ l: 0.45, c: 0.12, h: (hue * Math.PI) / 180 }));
    if (judged.ok) expect(contrast(judged.light.shades.strong, surfaces.light.onPen)).toBeGreaterThan(4.5);
  }
});

test("the style sheet has both themes, leaves paper alone, and is nothing for the shipped look", () => {
  expect(brandStyles(shipped)).toBe("");
  const css = brandStyles({ ...shipped, colour: "#00776A" });
  expect(css).toMatch(
    /^@media screen\{:root:root\{--color-pen:#00776A;--color-pen-strong:#005F53;--color-pen-tint:#D4F0EA;/,
  );
  expect(css).toContain(':root:root[data-theme="dark"]{--color-pen:#77CDBE;');
  expect(css).toContain("@media (prefers-color-scheme:dark){:root:root:not([data-theme]){--color-pen:#77CDBE;");
  expect(css.length).toBeLessThan(1_000);
});

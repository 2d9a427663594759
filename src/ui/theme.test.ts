import { describe, expect, test } from "vitest";
import { isTheme, themeScript } from "./theme.tsx";

/** Runs the inline script against a page with this cookie header; gives what it put on `<html>`. */
const runWith = (cookie: string): string | undefined => {
  const dataset: { theme?: string } = {};
  new Function("document", themeScript)({ cookie, documentElement: { dataset } });
  return dataset.theme;
};

describe("the inline theme script", () => {
  test.each([
    ["theme=dark", "dark"],
    ["session=1; theme=light; other=2", "light"],
    ["theme=system", undefined],
    ["", undefined],
    ["mytheme=dark", undefined],
    ["theme=darker", undefined],
    ["theme=<script>", undefined],
  ])("with cookie %j chooses %j", (cookie, expected) => {
    expect(runWith(cookie)).toBe(expected);
  });

  test("holds nothing that would end a script element", () => {
    expect(themeScript).not.toMatch(/<\/|<!--/);
  });
});

test("only the three choices are themes", () => {
  expect(["light", "dark", "system", "blue", null].map(isTheme)).toEqual([true, true, true, false, false]);
});

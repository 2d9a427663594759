import { expect, test } from "vitest";
import { offlinePage } from "./offline-page.tsx";

const page = offlinePage("Quill & Co", ":root{--color-pen:#00776A}");

test("it says both states, one of them shown, under the shop's own name", () => {
  expect(page).toContain("<span>Quill &amp; Co</span>");
  expect(page).toMatch(/<div id="offline"><div class="lost [^"]*">.*You are offline/);
  expect(page).toMatch(/<div id="unanswered" hidden=""><div class="lost [^"]*">.*No answer came/);
});

test("it has the shop's own colour, after the product's", () => {
  expect(page.match(/--color-pen:[^;}]+/g)?.at(-1)).toBe("--color-pen:#00776A");
});

test("it asks for nothing and leads to its own address alone", () => {
  expect(page).not.toMatch(/<(link|img|form|iframe)\b|\ssrc=|url\(/);
  expect([...page.matchAll(/href="([^"]*)"/g)].map(([, to]) => to)).toEqual(["", ""]);
});

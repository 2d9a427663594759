import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create } from "@cantoo/fontkit";
import subsetFont from "subset-font";
import { expect, test } from "vitest";
import { faces } from "./cut-fonts.ts";

const packages = createRequire(import.meta.url);
const sample =
  "A statistical model compares the style of a text with styles that it has learned from. Essays, papers and research are written by people who know the subject, and the price is told before anybody orders anything.";

/** How wide the device's own faces set it, in ems; Liberation has the measures of Times and Arial. */
const widths: Readonly<Record<string, number>> = {
  "Times New Roman": 83.7,
  "Times New Roman Italic": 83.82,
  "Noto Serif": 99.76,
  Arial: 92.66,
  "Arial Bold": 100.1,
  Roboto: 92.66,
  "Roboto Bold": 94.04,
  "DejaVu Serif": 107.35,
  "DejaVu Serif Italic": 107.35,
  "DejaVu Sans": 106.09,
  "DejaVu Sans Bold": 120.15,
};

/** Which of our faces, at which weight, each of them stands in for. */
const standsFor = (family: string, italic: boolean, bold: boolean): readonly [name: string, weight: number | null] => {
  if (family.startsWith("Source Sans")) return ["source-sans", bold ? 600 : 400];
  if (family.startsWith("Newsreader Display")) return ["newsreader-display", null];
  return [italic ? "newsreader-italic" : "newsreader-text", null];
};

async function measured(name: string, weight: number | null) {
  const face = faces.find((one) => one.name === name);
  if (!face) throw new Error(`There is no face ${name}.`);
  const whole = readFileSync(packages.resolve(face.file("latin")));
  const variationAxes = weight === null ? face.axes : { ...face.axes, wght: weight };
  const font = create(await subsetFont(whole, sample, { targetFormat: "sfnt", variationAxes }));
  if ("fonts" in font) throw new Error(`${name} is more than one font.`);
  const ems = (units: number) => units / font.unitsPerEm;
  return { ascent: ems(font.ascent), descent: -ems(font.descent), width: ems(font.layout(sample).advanceWidth) };
}

const sheet = readFileSync("src/ui/styles/fallback-fonts.css", "utf8");
const rules = [...sheet.matchAll(/@font-face \{([^}]*)\}/g)].map(([, rule = ""]) => {
  const text = (pattern: RegExp) => pattern.exec(rule)?.[1] ?? "";
  const share = (property: string) => Number(text(new RegExp(`${property}: ([\\d.]+)%`))) / 100;
  const local = text(/src: local\("([^"]+)"\)/);
  const family = text(/font-family: "([^"]+)"/);
  const ours = standsFor(family, rule.includes("italic"), /font-weight: 600/.test(rule));
  return {
    family,
    local,
    ours,
    size: share("size-adjust"),
    up: share("ascent-override"),
    down: share("descent-override"),
  };
});

test.each(rules)("$local has the measures of our own face as $family", async ({ local, ours, size, up, down }) => {
  const { ascent, descent, width } = await measured(...ours);
  expect(Math.abs(size * up - ascent)).toBeLessThan(0.001);
  expect(Math.abs(size * down - descent)).toBeLessThan(0.001);
  // A sentence is not every sentence.
  expect(Math.abs((size * (widths[local] ?? 0)) / width - 1)).toBeLessThan(0.025);
});

test("every face of ours has a stand-in", () => {
  expect(new Set(rules.map(({ ours: [name] }) => name))).toEqual(new Set(faces.map(({ name }) => name)));
});

// Cuts the two typefaces to what pages need: small files with the letters that the product writes itself, and files
// with every other letter that a browser loads only when one is shown.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import subsetFont from "subset-font";

const folder = ".cache/fonts";
const packages = createRequire(import.meta.url);

type Range = readonly [from: number, to: number];
type Axes = Record<string, number | { min: number; max: number }>;
type Face = {
  /** Name of the files, and of the family in the style sheets. */
  readonly name: string;
  readonly family: string;
  readonly style: "normal" | "italic";
  /** Weights that the style sheets ask this face for. */
  readonly weights: string;
  /** The files of the package, by script; `latin` has the product's own letters. */
  readonly file: (script: string) => string;
  readonly axes: Axes;
  readonly scripts: readonly string[];
};

const serif = (
  name: string,
  family: string,
  style: "normal" | "italic",
  axes: { opsz: number; wght: number },
): Face => ({
  name,
  family,
  style,
  weights: "400 500",
  file: (script) => `@fontsource-variable/newsreader/files/newsreader-${script}-opsz-${style}.woff2`,
  axes,
  scripts: ["vietnamese", "latin-ext", "latin"],
});

/** One optical size for titles and one for text: the whole range of them would be three times the bytes. */
export const faces: readonly Face[] = [
  serif("newsreader-display", "Newsreader Display", "normal", { opsz: 48, wght: 440 }),
  serif("newsreader-text", "Newsreader Text", "normal", { opsz: 22, wght: 450 }),
  serif("newsreader-italic", "Newsreader Text", "italic", { opsz: 18, wght: 400 }),
  {
    name: "source-sans",
    family: "Source Sans Variable",
    style: "normal",
    weights: "400 600",
    file: (script) => `@fontsource-variable/source-sans-3/files/source-sans-3-${script}-wght-normal.woff2`,
    axes: { wght: { min: 400, max: 600 } },
    scripts: ["cyrillic-ext", "cyrillic", "greek-ext", "greek", "vietnamese", "latin-ext", "latin"],
  },
];

/** ASCII and the signs of typesetting: what the screens of the product are written with (tests/rules/letters.test.ts). */
export const ownLetters: readonly Range[] = [
  [0x20, 0x7e],
  [0xa0, 0xa0], // no-break space
  [0xa3, 0xa3], // £
  [0xa7, 0xa7], // §
  [0xa9, 0xa9], // ©
  [0xb1, 0xb1], // ±
  [0xb7, 0xb7], // middle dot
  [0xd7, 0xd7], // ×
  [0x2013, 0x2014], // dashes
  [0x2018, 0x2019], // ‘ ’
  [0x201c, 0x201d], // “ ”
  [0x2022, 0x2022], // • for what is hidden of an account
  [0x2026, 0x2026], // …
  [0x202f, 0x202f], // narrow no-break space, in times of day
  [0x20ac, 0x20ac], // €
  [0x2191, 0x2193], // ↑ → ↓
  [0x2212, 0x2212], // minus
];

/** What the style sheets ask of these letters: kerning, ligatures, figures in line and in columns. */
const ownFeatures = ["kern", "liga", "lnum", "tnum"];

const hex = (code: number) => code.toString(16).toUpperCase();
const rangesInCss = (ranges: readonly Range[]) =>
  ranges.map(([from, to]) => (from === to ? `U+${hex(from)}` : `U+${hex(from)}-${hex(to)}`)).join(",");

const textOf = (ranges: readonly Range[]) =>
  ranges
    .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)))
    .join("");

const isOwn = (code: number) => ownLetters.some(([from, to]) => from <= code && code <= to);

const isControl = (code: number) => code < 0x20 || (code >= 0x7f && code < 0xa0);

/** The ranges without the product's own letters and without line ends: they must not bring a second file. */
function withoutOwn(ranges: readonly Range[]): Range[] {
  const kept: Range[] = [];
  for (const [from, to] of ranges)
    for (let code = from; code <= to; code++) {
      const last = kept.at(-1);
      if (isOwn(code) || isControl(code)) continue;
      if (last && last[1] === code - 1) kept[kept.length - 1] = [last[0], code];
      else kept.push([code, code]);
    }
  return kept;
}

/** What the package says each of its files holds. */
function rangesOf(file: string): Range[] {
  const [, packageName = ""] = /^(@[^/]+\/[^/]+)\//.exec(file) ?? [];
  const sheet = readFileSync(packages.resolve(`${packageName}/${sheetOf(file)}`), "utf8");
  const name = file.slice(file.lastIndexOf("/") + 1);
  const [, ranges = ""] = new RegExp(`${name.replaceAll(".", "\\.")}[^}]*unicode-range: ([^;]+);`).exec(sheet) ?? [];
  if (!ranges) throw new Error(`${packageName} does not say which letters ${name} holds.`);
  return ranges.split(",").map((one): Range => {
    const [from = "", to = from] = one.trim().slice(2).split("-");
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  });
}

const sheetOf = (file: string) => {
  if (file.includes("source-sans")) return "index.css";
  return file.includes("italic") ? "opsz-italic.css" : "opsz.css";
};

async function cut(face: Face, script: string, ranges: readonly Range[], name: string): Promise<string> {
  const whole = readFileSync(packages.resolve(face.file(script)));
  // The types of the package are older than `keepFeatures`; an object of its own may have it.
  const options = { variationAxes: face.axes, ...(name === face.name && { keepFeatures: ownFeatures }) };
  const bytes = await subsetFont(whole, textOf(ranges), { targetFormat: "woff2", ...options });
  writeFileSync(`${folder}/${name}.woff2`, bytes);
  return `@font-face {
  font-family: "${face.family}";
  font-style: ${face.style};
  font-weight: ${face.weights};
  font-display: fallback;
  src: url("./${name}.woff2") format("woff2");
  unicode-range: ${rangesInCss(ranges)};
}
`;
}

/** Writes the files and two style sheets, `own-letters.css` and `other-letters.css`, to `.cache/fonts`. */
export async function cutFonts(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const own = await Promise.all(faces.map((face) => cut(face, "latin", ownLetters, face.name)));
  const other = await Promise.all(
    faces.flatMap((face) =>
      face.scripts.map((script) =>
        cut(face, script, withoutOwn(rangesOf(face.file(script))), `${face.name}-${script}`),
      ),
    ),
  );
  writeFileSync(`${folder}/own-letters.css`, own.join(""));
  writeFileSync(`${folder}/other-letters.css`, other.join(""));
}

if (import.meta.main) await cutFonts();

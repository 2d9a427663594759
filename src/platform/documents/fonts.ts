import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { PDFDocument, PDFFont } from "@cantoo/pdf-lib";

const packages = createRequire(import.meta.url);
const scripts = ["latin", "latin-ext", "vietnamese", "greek", "greek-ext", "cyrillic", "cyrillic-ext"] as const;
type Script = (typeof scripts)[number];
export type Weight = 400 | 600;

const kept = new Map<string, Promise<Uint8Array>>();
const bytesOf = (script: Script, weight: Weight): Promise<Uint8Array> => {
  const file = `@fontsource/source-sans-3/files/source-sans-3-${script}-${weight}-normal.woff`;
  const found = kept.get(file) ?? readFile(packages.resolve(file));
  kept.set(file, found);
  return found;
};

const openFontkit = async () => (await import("@cantoo/fontkit")).default;

const coverage = new Map<Script, Promise<ReadonlySet<number>>>();
const lettersOf = (script: Script): Promise<ReadonlySet<number>> => {
  const found =
    coverage.get(script) ??
    (async () => {
      const fontkit = await openFontkit();
      return new Set((fontkit.create(await bytesOf(script, 400)) as { characterSet: number[] }).characterSet);
    })();
  coverage.set(script, found);
  return found;
};

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0xa0;

/** Which file of the typeface has each letter. */
async function scriptFinder(): Promise<(code: number) => Script | undefined> {
  const sets = await Promise.all(scripts.map(async (script) => ({ script, letters: await lettersOf(script) })));
  return (code) => sets.find(({ letters }) => letters.has(code))?.script;
}

/** True when the typeface has every letter of these texts: Latin, Vietnamese, Greek and Cyrillic. */
export async function canBeSet(texts: readonly string[]): Promise<boolean> {
  const find = await scriptFinder();
  for (const text of texts)
    for (const letter of new Set(text)) {
      const code = letter.codePointAt(0) ?? 0;
      if (!isSpace(code) && find(code) === undefined) return false;
    }
  return true;
}

export type Run = { text: string; font: PDFFont; width: number };
export type Typeface = {
  /** A piece of a line in the files that have its letters; widths in points at `size`. */
  runs: (text: string, weight: Weight, size: number) => readonly Run[];
};

/** The typeface inside one document: each file of it that the texts need, cut to their letters. */
export async function embedTypeface(
  pdf: PDFDocument,
  texts: readonly { text: string; weight: Weight }[],
): Promise<Typeface> {
  pdf.registerFontkit(await openFontkit());
  const find = await scriptFinder();
  const needed = new Set<`${Script} ${Weight}`>();
  for (const { text, weight } of texts)
    for (const letter of new Set(text)) needed.add(`${find(letter.codePointAt(0) ?? 0) ?? "latin"} ${weight}`);
  const fonts = new Map<string, PDFFont>();
  for (const key of needed) {
    const [script, weight] = key.split(" ") as [Script, string];
    fonts.set(key, await pdf.embedFont(await bytesOf(script, weight === "600" ? 600 : 400), { subset: true }));
  }
  const widths = new Map<PDFFont, Map<string, number>>();
  const widthOf = (font: PDFFont, text: string, size: number): number => {
    const known = widths.get(font) ?? new Map<string, number>();
    widths.set(font, known);
    const at1000 = known.get(text) ?? font.widthOfTextAtSize(text, 1000);
    known.set(text, at1000);
    return (at1000 * size) / 1000;
  };
  return {
    runs: (text, weight, size) => {
      const pieces: { text: string; font: PDFFont }[] = [];
      for (const letter of text) {
        const font = fonts.get(`${find(letter.codePointAt(0) ?? 0) ?? "latin"} ${weight}`);
        const last = pieces.at(-1);
        if (!font) continue;
        if (last?.font === font) last.text += letter;
        else pieces.push({ text: letter, font });
      }
      return pieces.map((piece) => ({ ...piece, width: widthOf(piece.font, piece.text, size) }));
    },
  };
}

type Glyph = { path: { toSVG: () => string } };
type Drawn = { unitsPerEm: number; layout: (text: string) => { glyphs: Glyph[]; positions: { xAdvance: number }[] } };

const engines = new Map<string, Promise<Drawn>>();
const engineOf = (script: Script, weight: Weight): Promise<Drawn> => {
  const name = `${script} ${weight}`;
  const open = async () => (await openFontkit()).create(await bytesOf(script, weight)) as unknown as Drawn;
  const found = engines.get(name) ?? open();
  engines.set(name, found);
  return found;
};

/** One line as SVG paths from its left end on the baseline, with its width: pictures need no typeface of the system's. */
export async function drawnLine(text: string, weight: Weight, size: number): Promise<{ svg: string; width: number }> {
  const find = await scriptFinder();
  let [x, svg] = [0, ""];
  for (const letter of text.normalize("NFC")) {
    const script = find(letter.codePointAt(0) ?? 0);
    if (!script) continue;
    const font = await engineOf(script, weight);
    const scale = size / font.unitsPerEm;
    const { glyphs, positions } = font.layout(letter);
    for (const [at, glyph] of glyphs.entries()) {
      svg += `<path transform="translate(${x.toFixed(2)}) scale(${scale} ${-scale})" d="${glyph.path.toSVG()}"/>`;
      x += (positions[at]?.xAdvance ?? 0) * scale;
    }
  }
  return { svg, width: x };
}

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { PDFDocument, PDFFont } from "@cantoo/pdf-lib";
import { type Face, openOtherFaces, seenCodes } from "./other-faces.ts";
import { clusters, type Levels, mirrored, type Run, type Weight } from "./runs.ts";
import { ShapedFont } from "./shaped-font.ts";

const packages = createRequire(import.meta.url);
const scripts = ["latin", "latin-ext", "vietnamese", "greek", "greek-ext", "cyrillic", "cyrillic-ext"] as const;
type Script = (typeof scripts)[number];

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

/** Which file of the typeface has each letter. */
async function scriptFinder(): Promise<(code: number) => Script | undefined> {
  const sets = await Promise.all(scripts.map(async (script) => ({ script, letters: await lettersOf(script) })));
  return (code) => sets.find(({ letters }) => letters.has(code))?.script;
}

export type Typeface = {
  /**
   * A piece of a line, in the fonts that have its letters; widths in points at `size`. `levels` are those of its UTF-16
   * units, null for a text that runs from left to right as a whole.
   */
  runs: (text: string, weight: Weight, size: number, levels?: Levels) => readonly Run[];
  /** Writes the fonts of other scripts, when everything is set. */
  finish: () => Promise<void>;
};

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0xa0;
const codePoint = (code: number): string => `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;

/**
 * The typeface inside one document: each file of it that the texts need, cut to their letters. Letters that it lacks are
 * set in faces of their script, and what no face has is printed as its code point.
 */
export async function embedTypeface(
  pdf: PDFDocument,
  texts: readonly { text: string; weight: Weight }[],
): Promise<Typeface> {
  pdf.registerFontkit(await openFontkit());
  const find = await scriptFinder();
  const isOwn = (code: number): boolean => isSpace(code) || find(code) !== undefined;
  const fonts = new Map<string, PDFFont>();
  const needed = new Set(
    texts.flatMap(({ text, weight }) => [...new Set(text)].map((letter) => `${scriptOf(letter)} ${weight}`)),
  );
  function scriptOf(letter: string): Script {
    return find(letter.codePointAt(0) ?? 0) ?? "latin";
  }
  for (const key of needed) {
    const [script, weight] = key.split(" ") as [Script, string];
    fonts.set(key, await pdf.embedFont(await bytesOf(script, weight === "600" ? 600 : 400), { subset: true }));
  }
  const others = await openOtherFonts(pdf, texts, isOwn);
  const widths = new Map<PDFFont, Map<string, number>>();
  const widthOf = (font: PDFFont, text: string, size: number): number => {
    const known = widths.get(font) ?? new Map<string, number>();
    widths.set(font, known);
    const at1000 = known.get(text) ?? font.widthOfTextAtSize(text, 1000);
    known.set(text, at1000);
    return (at1000 * size) / 1000;
  };
  const ownRuns = (text: string, weight: Weight, size: number, level: number): Run[] => {
    const pieces: { text: string; font: PDFFont }[] = [];
    for (const letter of text) {
      const font = fonts.get(`${scriptOf(letter)} ${weight}`);
      const last = pieces.at(-1);
      if (!font) continue;
      if (last?.font === font) last.text += letter;
      else pieces.push({ text: letter, font });
    }
    return pieces.map((piece) => ({ ...piece, level, width: widthOf(piece.font, piece.text, size) }));
  };
  const runs: Typeface["runs"] = (text, weight, size, levels = null) => {
    if (!levels && !others) return ownRuns(text, weight, size, 0);
    const set: Run[] = [];
    for (const { text: part, at, face, level } of partsOf(text, levels, (cluster) => others?.find(cluster) ?? null)) {
      if (face) {
        const shaped = face.font(weight).shape(text, at, part.length, level % 2 === 1);
        set.push({ shaped, level, width: (shaped.width * size) / 1000 });
      } else {
        const seen = [...part].flatMap((letter) =>
          isOwn(letter.codePointAt(0) ?? 0) ? [letter] : seenCodes(letter).map(codePoint),
        );
        const turned = level % 2 === 1 ? seen.reverse().map(mirrored) : seen;
        set.push(...ownRuns(turned.join(""), weight, size, level));
      }
    }
    return set;
  };
  return { runs, finish: async () => others?.finish() };
}

type Part = { text: string; at: number; face: OtherFont | null; level: number };

/** Neighbours of one face and one direction in one part: they are shaped together. */
function partsOf(text: string, levels: Levels, find: (cluster: string) => OtherFont | null): Part[] {
  const parts: Part[] = [];
  for (const { segment, index: at } of clusters.segment(text)) {
    const [face, level] = [find(segment), levels?.[at] ?? 0];
    const last = parts.at(-1);
    if (last && last.face === face && last.level === level) last.text += segment;
    else parts.push({ text: segment, at, face, level });
  }
  return parts;
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

/** A face of another script inside a document, at the weights that its texts ask for. */
type OtherFont = { readonly font: (weight: Weight) => ShapedFont };

/**
 * The faces that a document's texts need beside the product's own; null where its own has every letter. `find` gives the
 * font of a cluster of letters: null for those of the own typeface, and for what no face has.
 */
async function openOtherFonts(pdf: PDFDocument, texts: readonly { text: string }[], isOwn: (code: number) => boolean) {
  const whole = texts.map(({ text }) => text).join("\n");
  const needed = new Set<string>();
  if ([...new Set(whole)].some((letter) => !isOwn(letter.codePointAt(0) ?? 0)))
    for (const { segment } of clusters.segment(whole))
      if (![...segment].every((letter) => isOwn(letter.codePointAt(0) ?? 0))) needed.add(segment);
  if (needed.size === 0) return null;
  const faceOf = openOtherFaces(whole);
  const made = new Map<Face, OtherFont>();
  const used: ShapedFont[] = [];
  const fontOf = (face: Face): OtherFont => {
    const weights = new Map<Weight, ShapedFont>();
    const font = (weight: Weight): ShapedFont => {
      const known = weights.get(weight);
      if (known) return known;
      const fresh = new ShapedFont(pdf, face, weight);
      weights.set(weight, fresh);
      used.push(fresh);
      return fresh;
    };
    return { font };
  };
  const fonts = new Map<string, OtherFont>();
  for (const cluster of needed) {
    if (seenCodes(cluster).length === 0) continue;
    const face = await faceOf(cluster);
    if (!face) continue;
    const found = made.get(face) ?? fontOf(face);
    made.set(face, found);
    fonts.set(cluster, found);
  }
  return {
    find: (cluster: string): OtherFont | null => fonts.get(cluster) ?? null,
    finish: async (): Promise<void> => {
      for (const font of used) await font.finish();
    },
  };
}

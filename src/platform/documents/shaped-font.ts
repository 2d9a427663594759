import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { PDFDocument, PDFRef } from "@cantoo/pdf-lib";
import type { Face } from "./other-faces.ts";
import type { Shaped, Weight } from "./runs.ts";

const tag = (text: string): number => [...text].reduce((sum, letter) => sum * 256 + letter.charCodeAt(0), 0);
const hex = (value: number): string => value.toString(16).padStart(4, "0");
const utf16 = (text: string): string =>
  text
    .split("")
    .map((unit) => hex(unit.charCodeAt(0)))
    .join("");

type Subsetter = Record<string, (...args: number[]) => number> & { memory: WebAssembly.Memory };
let subsetter: Promise<Subsetter> | undefined;
const openSubsetter = async (): Promise<Subsetter> => {
  const file = createRequire(import.meta.url).resolve("harfbuzzjs/dist/harfbuzz-subset.wasm");
  const { instance } = await WebAssembly.instantiate(await readFile(file));
  const exports = instance.exports as unknown as Subsetter;
  exports._initialize?.();
  return exports;
};

/** Glyphs keep their numbers, hints and the rules of layout are left out: the shaping is done. */
const subsetFlags = 0x1 | 0x2 | 0x200;
const dropTables = 3;
const laidOut = ["GSUB", "GPOS", "GDEF", "STAT", "post", "cmap"];

/** The face at one weight, with these glyphs alone, as a TrueType file. */
async function cutFace({ bytes, name }: Face, weight: Weight, glyphs: Iterable<number>): Promise<Uint8Array> {
  subsetter ??= openSubsetter();
  const hb = await subsetter;
  const call = (name: string, ...args: number[]): number => {
    const run = hb[name];
    if (!run) throw new Error(`The subsetter has no ${name}.`);
    return run(...args);
  };
  const at = call("malloc", bytes.length);
  new Uint8Array(hb.memory.buffer).set(bytes, at);
  const blob = call("hb_blob_create", at, bytes.length, 2, 0, 0);
  const face = call("hb_face_create", blob, 0);
  const input = call("hb_subset_input_create_or_fail");
  const wanted = call("hb_subset_input_glyph_set", input);
  for (const glyph of glyphs) call("hb_set_add", wanted, glyph);
  const dropped = call("hb_subset_input_set", input, dropTables);
  for (const table of laidOut) call("hb_set_add", dropped, tag(table));
  call("hb_subset_input_set_flags", input, subsetFlags);
  call("hb_subset_input_pin_axis_location", input, face, tag("wght"), weight);
  const cut = call("hb_subset_or_fail", face, input);
  if (cut === 0) throw new Error(`${name} could not be cut to its letters.`);
  const result = call("hb_face_reference_blob", cut);
  const from = call("hb_blob_get_data", result, 0);
  const file = new Uint8Array(hb.memory.buffer).slice(from, from + call("hb_blob_get_length", result));
  for (const [free, pointer] of [
    ["hb_blob_destroy", result],
    ["hb_face_destroy", cut],
    ["hb_subset_input_destroy", input],
    ["hb_face_destroy", face],
    ["hb_blob_destroy", blob],
    ["free", at],
  ] as const)
    call(free, pointer);
  return file;
}

/** Six capitals before the name of a font that was cut: no two of a document are the same. */
const prefix = (number: number): string =>
  Array.from({ length: 6 }, (_, at) => String.fromCharCode(65 + (Math.floor(number / 26 ** at) % 26))).join("");

type Placed = { glyph: number; text: string; nominal: number };

/** A face at one weight inside one document: a composite font (PDF 32000-1, 9.7) whose codes stand for glyph and text. */
export class ShapedFont {
  readonly ref: PDFRef;
  private readonly placed: Placed[] = [];
  private readonly cids = new Map<string, number>();

  private readonly pdf: PDFDocument;
  private readonly face: Face;
  private readonly weight: Weight;

  constructor(pdf: PDFDocument, face: Face, weight: Weight) {
    this.pdf = pdf;
    this.face = face;
    this.weight = weight;
    this.ref = pdf.context.nextRef();
  }

  /** Shapes `length` letters of `text` from `from`, seeing their neighbours; `back` runs from right to left. */
  shape(text: string, from: number, length: number, back: boolean): Shaped {
    const { harfbuzz, font, unitsPerEm } = this.face;
    const scale = 1000 / unitsPerEm;
    font.setVariations([new harfbuzz.Variation("wght", this.weight)]);
    const buffer = new harfbuzz.Buffer();
    buffer.addText(text, from, length);
    buffer.guessSegmentProperties();
    buffer.setDirection(back ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR);
    harfbuzz.shape(font, buffer);
    const positions = buffer.getGlyphPositions();
    const drawn = buffer.getGlyphInfos().map(({ codepoint: glyph, cluster }, at) => ({
      ...{ glyph, cluster, ...(positions[at] ?? { xAdvance: 0, xOffset: 0, yOffset: 0 }) },
      nominal: font.glyphHAdvance(glyph),
    }));
    const starts = [...new Set(drawn.map(({ cluster }) => cluster))].sort((a, b) => a - b);
    const textAt = (cluster: number): string => {
      const part = text.slice(cluster, starts[starts.indexOf(cluster) + 1] ?? from + length);
      // Readers turn a line of these scripts round letter by letter.
      return back ? [...part].reverse().join("") : part;
    };
    let reordered = false;
    const widest = new Map<number, number>();
    for (const [at, { cluster, nominal }] of drawn.entries()) {
      const known = widest.get(cluster);
      if (known !== undefined) reordered = true;
      if (known === undefined || nominal > (drawn[known]?.nominal ?? 0)) widest.set(cluster, at);
    }
    const glyphs = drawn.map((one, at) => {
      const clusterText = widest.get(one.cluster) === at ? textAt(one.cluster) : "";
      const [advance, nominal] = [one.xAdvance * scale, Math.round(one.nominal * scale)];
      return {
        cid: this.cidOf(one.glyph, clusterText, nominal),
        x: one.xOffset * scale,
        y: one.yOffset * scale,
        advance,
        nominal,
      };
    });
    const width = glyphs.reduce((sum, { advance }) => sum + advance, 0);
    return { font: this, glyphs, width, actualText: reordered && !back ? text.slice(from, from + length) : null };
  }

  private cidOf(glyph: number, text: string, nominal: number): number {
    const key = `${glyph} ${text}`;
    const known = this.cids.get(key);
    if (known !== undefined) return known;
    const cid = this.placed.push({ glyph, text, nominal });
    this.cids.set(key, cid);
    return cid;
  }

  /** Writes the font's objects, cut to what was shaped. */
  async finish(): Promise<void> {
    const { context } = this.pdf;
    const { PDFString } = await import("@cantoo/pdf-lib");
    const name = `${prefix(this.ref.objectNumber)}+${this.face.name}-${this.weight}`;
    const file = await cutFace(this.face, this.weight, new Set(this.placed.map(({ glyph }) => glyph)));
    const map = new Uint8Array(2 * (this.placed.length + 1));
    for (const [at, { glyph }] of this.placed.entries()) map.set([glyph >> 8, glyph & 255], 2 * (at + 1));
    const descriptor = context.register(
      context.obj({
        ...{ Type: "FontDescriptor", FontName: name, Flags: 4, FontBBox: [-500, -500, 1500, 1200], ItalicAngle: 0 },
        ...{ Ascent: 1000, Descent: -300, CapHeight: 700, StemV: 80 },
        FontFile2: context.register(context.flateStream(file, { Length1: file.length })),
      }),
    );
    const descendant = context.register(
      context.obj({
        ...{ Type: "Font", Subtype: "CIDFontType2", BaseFont: name, FontDescriptor: descriptor, DW: 0 },
        CIDSystemInfo: { Registry: PDFString.of("Adobe"), Ordering: PDFString.of("Identity"), Supplement: 0 },
        W: [1, this.placed.map(({ nominal }) => nominal)],
        CIDToGIDMap: context.register(context.flateStream(map)),
      }),
    );
    context.assign(
      this.ref,
      context.obj({
        ...{ Type: "Font", Subtype: "Type0", BaseFont: name, Encoding: "Identity-H" },
        DescendantFonts: [descendant],
        ToUnicode: context.register(context.flateStream(this.toUnicode())),
      }),
    );
  }

  private toUnicode(): string {
    const rows = this.placed.map(({ text }, at) => `<${hex(at + 1)}> <${utf16(text)}>`);
    const blocks = Array.from({ length: Math.ceil(rows.length / 100) }, (_, at) =>
      rows.slice(at * 100, at * 100 + 100),
    );
    return [
      "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
      "/CMapName /Adobe-Identity-UCS def /CMapType 2 def",
      "1 begincodespacerange <0000> <ffff> endcodespacerange",
      ...blocks.map((block) => `${block.length} beginbfchar\n${block.join("\n")}\nendbfchar`),
      "endcmap CMapName currentdict /CMap defineresource pop end end",
    ].join("\n");
  }
}

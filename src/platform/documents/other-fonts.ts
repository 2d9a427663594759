import type { PDFDocument } from "@cantoo/pdf-lib";
import { type Face, openOtherFaces, seenCodes } from "./other-faces.ts";
import { clusters, type Weight } from "./runs.ts";
import { ShapedFont } from "./shaped-font.ts";

/** A face of another script inside a document, at the weights that its texts ask for. */
export type OtherFont = { readonly font: (weight: Weight) => ShapedFont };

/**
 * The faces that a document's texts need beside the product's own; null where its own has every letter. `find` gives the
 * font of a cluster of letters: null for those of the own typeface, and for what no face has.
 */
export async function openOtherFonts(
  pdf: PDFDocument,
  texts: readonly { text: string }[],
  isOwn: (code: number) => boolean,
) {
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

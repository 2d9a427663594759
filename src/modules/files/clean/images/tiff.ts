import { broken, Refused } from "../results.ts";
import { latin, type Piece, type Source, view } from "../source.ts";
import { checked, type ImagePlan } from "./plan.ts";

/** Tags that are needed to draw the picture (TIFF 6, its supplements, the colour profile); everything else names things. */
const kept = new Set([
  254, 255, 256, 257, 258, 259, 262, 263, 264, 265, 266, 273, 274, 277, 278, 279, 280, 281, 282, 283, 284, 288, 289,
  290, 291, 292, 293, 296, 297, 301, 317, 318, 319, 320, 321, 322, 323, 324, 325, 330, 332, 334, 336, 338, 339, 340,
  341, 347, 512, 513, 514, 515, 517, 518, 519, 520, 521, 529, 530, 531, 532, 34675,
]);
const tag = { width: 256, height: 257, subDirectories: 330 };
const bytesOf: readonly number[] = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];
const mostDirectories = 1_000;

type Edit = { at: number; bytes: Uint8Array };

/** Lays edits over the source; two that touch the same bytes mean a file nobody made in good faith. */
function laidOver(source: Source, edits: Edit[]): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const edit of edits.sort((a, b) => a.at - b.at)) {
    if (edit.at < at || edit.at + edit.bytes.length > source.size) throw broken("picture");
    pieces.push({ from: at, to: edit.at }, edit.bytes);
    at = edit.at + edit.bytes.length;
  }
  pieces.push({ from: at, to: source.size });
  return pieces;
}

/** Blanks what names people, in place: no strip moves, no pixel changes. */
export function planTiff(source: Source): ImagePlan {
  const head = source.read(0, 8).slice();
  if (!["II*\0", "MM\0*"].includes(latin(head.subarray(0, 4)))) throw broken("picture");
  const little = head[0] === 0x49;
  const edits: Edit[] = [];
  const size = { width: 0, height: 0 };
  const waiting = [view(head).getUint32(4, little)];
  const seen = new Set<number>();
  const directory = (at: number): void => {
    const count = view(source.read(at, 2).slice()).getUint16(0, little);
    const bytes = source.read(at, 2 + count * 12 + 4).slice();
    if (bytes.length < 2 + count * 12 + 4) throw broken("picture");
    const data = view(bytes);
    const fresh = new Uint8Array(bytes.length);
    let entries = 0;
    for (let here = 2; here < 2 + count * 12; here += 12) {
      const id = data.getUint16(here, little);
      const type = data.getUint16(here + 2, little);
      const number = data.getUint32(here + 4, little);
      const length = (bytesOf[type] ?? 0) * number;
      const value = data.getUint32(here + 8, little);
      const short = type === 3 && number === 1 ? data.getUint16(here + 8, little) : value;
      if (id === tag.width) size.width = Math.max(size.width, short);
      if (id === tag.height) size.height = Math.max(size.height, short);
      if (kept.has(id)) fresh.set(bytes.subarray(here, here + 12), 2 + entries++ * 12);
      else if (length > 4) {
        if (value + length > source.size) throw broken("picture");
        edits.push({ at: value, bytes: new Uint8Array(length) });
      }
      if (id === tag.subDirectories && number === 1) waiting.push(value);
    }
    view(fresh).setUint16(0, entries, little);
    const next = data.getUint32(2 + count * 12, little);
    view(fresh).setUint32(2 + entries * 12, next, little);
    edits.push({ at, bytes: fresh });
    waiting.push(next);
  };
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at === 0 || seen.has(at)) continue;
    if (at + 6 > source.size) throw broken("picture");
    if (seen.add(at).size > mostDirectories) throw new Refused("unsafe", "The picture is made of too many parts.");
    directory(at);
  }
  if (size.width === 0 || size.height === 0) throw broken("picture");
  return checked({ pieces: laidOver(source, edits), ...size });
}

const orientationTag = 0x0112;

/** The orientation (1 to 8) in a TIFF-shaped Exif block, 1 when there is none. Takes the block from "II" or "MM" on. */
export function orientationOf(tiff: Uint8Array): number {
  if (tiff.length < 14) return 1;
  const little = tiff[0] === 0x49;
  const data = view(tiff);
  const first = data.getUint32(4, little);
  if (first + 2 > tiff.length) return 1;
  const count = data.getUint16(first, little);
  for (let i = 0; i < count; i++) {
    const at = first + 2 + i * 12;
    if (at + 12 > tiff.length) return 1;
    if (data.getUint16(at, little) !== orientationTag) continue;
    const value = data.getUint16(at + 8, little);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** The smallest Exif block there is: one directory with the orientation alone. */
export function minimalExif(orientation: number): Uint8Array {
  const bytes = new Uint8Array(26);
  const data = view(bytes);
  bytes.set([0x49, 0x49, 0x2a, 0x00]);
  data.setUint32(4, 8, true);
  data.setUint16(8, 1, true);
  data.setUint16(10, orientationTag, true);
  data.setUint16(12, 3, true);
  data.setUint32(14, 1, true);
  data.setUint16(18, orientation, true);
  return bytes;
}

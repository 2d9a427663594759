import { broken } from "../results.ts";
import { fromLatin, joined, latin, pieceList, type Source, view } from "../source.ts";
import type { ImagePlan } from "./plan.ts";
import { minimalExif, orientationOf } from "./tiff.ts";

const portion = 64 * 1024;

const marker = { end: 0xd9, scan: 0xda, comment: 0xfe, app0: 0xe0, app1: 0xe1, app2: 0xe2, app14: 0xee, app15: 0xef };

const isFrame = (code: number): boolean =>
  code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc;
const standsAlone = (code: number): boolean => code === 0x01 || (code >= 0xd0 && code <= 0xd8);

const segment = (code: number, payload: Uint8Array): Uint8Array => {
  const head = new Uint8Array([0xff, code, 0, 0]);
  view(head).setUint16(2, payload.length + 2);
  return joined([head, payload]);
};

/** What is written instead of an APP0 to APP15 or comment segment; null keeps it, an empty answer drops it. */
function instead(code: number, payload: Uint8Array, keepOrientation: boolean): Uint8Array | null {
  const nothing = new Uint8Array(0);
  const word = latin(payload.subarray(0, 12));
  if (code === marker.app0 && word.startsWith("JFIF\0") && payload.length >= 14)
    return segment(code, joined([payload.subarray(0, 12), new Uint8Array(2)]));
  if (code === marker.app1 && word.startsWith("Exif\0") && keepOrientation) {
    const orientation = orientationOf(payload.subarray(6));
    return orientation > 1 ? segment(code, joined([fromLatin("Exif\0\0"), minimalExif(orientation)])) : nothing;
  }
  if (code === marker.app2 && word.startsWith("ICC_PROFILE\0")) return null;
  if (code === marker.app14 && word.startsWith("Adobe")) return null;
  return nothing;
}

/** Where the next marker after entropy-coded data begins, or the end of the file. */
function endOfScan(source: Source, from: number): number {
  for (let at = from; at < source.size; ) {
    const bytes = source.read(at, portion);
    for (let i = bytes.indexOf(0xff); i >= 0 && i + 1 < bytes.length; i = bytes.indexOf(0xff, i + 1)) {
      const next = bytes[i + 1] ?? 0;
      if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at + i;
    }
    if (bytes.length < portion) break;
    at += bytes.length - 1;
  }
  return source.size;
}

/** Keeps what draws the picture, the colour profile and the turn; what follows the end marker goes. Judges no size. */
export function planJpeg(source: Source, keepOrientation = true): ImagePlan {
  const list = pieceList();
  let size: { width: number; height: number } | null = null;
  let turned = false;
  if (latin(source.read(0, 2)) !== "\xff\xd8") throw broken("picture");
  list.keep(0, 2);
  for (let at = 2; at < source.size; ) {
    const head = source.read(at, 4);
    const code = head[1] ?? 0;
    if (head[0] !== 0xff || code === 0xff || code === 0 || standsAlone(code)) {
      at += head[0] === 0xff && standsAlone(code) ? 2 : 1;
      continue;
    }
    if (code === marker.end) break;
    if (head.length < 4) throw broken("picture");
    const end = at + 2 + view(head).getUint16(2);
    if (end > source.size || end < at + 4) throw broken("picture");
    if (isFrame(code)) {
      const frame = source.read(at + 4, 5);
      if (frame.length < 5) throw broken("picture");
      size = { height: view(frame).getUint16(1), width: view(frame).getUint16(3) };
    }
    const optional = (code >= marker.app0 && code <= marker.app15) || code === marker.comment;
    const other = optional ? instead(code, source.read(at + 4, end - at - 4), keepOrientation && !turned) : null;
    if (other === null) list.keep(at, end);
    else if (other.length > 0) list.put(other);
    if (other && code === marker.app1 && other.length > 0) turned = true;
    at = end;
    if (code === marker.scan) {
      at = endOfScan(source, end);
      list.keep(end, at);
    }
  }
  if (!size || size.width === 0) throw broken("picture");
  list.put(new Uint8Array([0xff, marker.end]));
  return { pieces: list.pieces, ...size };
}

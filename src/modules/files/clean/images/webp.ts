import { broken } from "../results.ts";
import { fromLatin, joined, latin, pieceList, type Source, view } from "../source.ts";
import { checked, type ImagePlan } from "./plan.ts";
import { minimalExif, orientationOf } from "./tiff.ts";

const kept = new Set(["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP"]);
const flag = { xmp: 0x04, exif: 0x08 };

function sizeOf(type: string, payload: Uint8Array): { width: number; height: number } | null {
  const data = view(payload);
  const three = (at: number): number =>
    1 + (payload[at] ?? 0) + ((payload[at + 1] ?? 0) << 8) + ((payload[at + 2] ?? 0) << 16);
  if (type === "VP8X" && payload.length >= 10) return { width: three(4), height: three(7) };
  if (type === "VP8L" && payload.length >= 5) {
    const bits = data.getUint32(1, true);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
  }
  if (type === "VP8 " && payload.length >= 10)
    return { width: data.getUint16(6, true) & 0x3fff, height: data.getUint16(8, true) & 0x3fff };
  return null;
}

function exifChunk(orientation: number): Uint8Array {
  const payload = minimalExif(orientation);
  const head = joined([fromLatin("EXIF"), new Uint8Array(4)]);
  view(head).setUint32(4, payload.length, true);
  return joined([head, payload]);
}

const turnOf = (payload: Uint8Array): number =>
  orientationOf(latin(payload.subarray(0, 6)) === "Exif\0\0" ? payload.subarray(6) : payload);

type Chunk = { type: string; from: number; end: number; payload: Uint8Array };

function* chunks(source: Source): Generator<Chunk> {
  const size = Math.min(source.size, 8 + view(source.read(4, 4)).getUint32(0, true));
  for (let at = 12; at + 8 <= size; ) {
    const head = source.read(at, 8);
    const length = view(head).getUint32(4, true);
    const end = at + 8 + length + (length & 1);
    if (at + 8 + length > size) throw broken("picture");
    const type = latin(head.subarray(0, 4));
    yield {
      type,
      from: at,
      end: Math.min(end, source.size),
      payload: source.read(at + 8, Math.min(length, 64 * 1024)),
    };
    at = end;
  }
}

export function planWebp(source: Source): ImagePlan {
  if (latin(source.read(0, 4)) !== "RIFF" || latin(source.read(8, 4)) !== "WEBP") throw broken("picture");
  const list = pieceList();
  const all = [...chunks(source)].slice(0, 100_000);
  const orientation = all.filter((c) => c.type === "EXIF").map((c) => turnOf(c.payload))[0] ?? 1;
  const size = all.map((c) => sizeOf(c.type, c.payload)).find((found) => found !== null);
  if (!size) throw broken("picture");
  for (const { type, from, end, payload } of all) {
    if (!kept.has(type)) continue;
    if (type !== "VP8X") list.keep(from, end);
    else {
      const flags = ((payload[0] ?? 0) & ~(flag.exif | flag.xmp)) | (orientation > 1 ? flag.exif : 0);
      list.put(joined([source.read(from, 8), new Uint8Array([flags]), payload.subarray(1)]));
    }
  }
  if (orientation > 1) list.put(exifChunk(orientation));
  const length = list.pieces.reduce((sum, p) => sum + (p instanceof Uint8Array ? p.length : p.to - p.from), 4);
  const head = joined([fromLatin("RIFF"), new Uint8Array(4), fromLatin("WEBP")]);
  view(head).setUint32(4, length, true);
  return checked({ pieces: [head, ...list.pieces], ...size });
}

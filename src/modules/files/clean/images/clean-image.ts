import { crc32 } from "node:zlib";
import { broken } from "../results.ts";
import { fromLatin, joined, latin, pieceList, type Source, view } from "../source.ts";
import { planJpeg } from "./jpeg.ts";
import { checked, checkSize, type ImagePlan } from "./plan.ts";
import { minimalExif, orientationOf, planTiff } from "./tiff.ts";
import { planWebp } from "./webp.ts";

const keptApplications = new Set(["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"]);
const block = { extension: 0x21, image: 0x2c, trailer: 0x3b, control: 0xf9, application: 0xff };

const tableBytes = (packed: number): number => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0);

/** The end of a row of sub-blocks that begins at `at`. */
function afterSubBlocks(source: Source, at: number): number {
  for (let here = at; here < source.size; ) {
    const length = source.read(here, 1)[0] ?? 0;
    here += 1 + length;
    if (length === 0) return here;
  }
  throw broken("picture");
}

/** Keeps frames, their timing, looping and the colour profile; comments and everything after the end go. */
function planGif(source: Source): ImagePlan {
  const head = source.read(0, 13);
  if (head.length < 13 || !/^GIF8[79]a$/.test(latin(head.subarray(0, 6)))) throw broken("picture");
  const [width, height] = [view(head).getUint16(6, true), view(head).getUint16(8, true)];
  const list = pieceList();
  let at = 13 + tableBytes(head[10] ?? 0);
  list.keep(0, at);
  let control: { from: number; to: number } | null = null;
  let frames = 0;
  for (;;) {
    const [kind, label] = source.read(at, 2);
    const ends = kind === block.trailer || (kind === undefined && frames > 0);
    if (ends) break;
    const from = at;
    if (kind === block.image) {
      const frame = source.read(at, 10);
      if (frame.length < 10) throw broken("picture");
      checkSize(view(frame).getUint16(5, true), view(frame).getUint16(7, true));
      at = afterSubBlocks(source, at + 11 + tableBytes(frame[9] ?? 0));
      if (control) list.keep(control.from, control.to);
      list.keep(from, at);
      control = null;
      frames++;
    } else if (kind === block.extension) {
      at = afterSubBlocks(source, at + 2);
      if (label === block.control) control = { from, to: at };
      else if (label === block.application && keptApplications.has(latin(source.read(from + 3, 11))))
        list.keep(from, at);
      else if (label === 0x01) control = null;
    } else throw broken("picture");
  }
  list.put(new Uint8Array([block.trailer]));
  return checked({ pieces: list.pieces, width, height });
}

const signature = "\x89PNG\r\n\x1a\n";

/** Chunks that draw the picture (PNG third edition); texts, times and everything unknown are left out. */
const kept = new Set(
  "IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT".split(" "),
);

function chunk(type: string, payload: Uint8Array): Uint8Array {
  const body = joined([fromLatin(type), payload]);
  const frame = new Uint8Array(8);
  view(frame).setUint32(0, payload.length);
  view(frame).setUint32(4, crc32(body));
  return joined([frame.subarray(0, 4), body, frame.subarray(4)]);
}

function planPng(source: Source): ImagePlan {
  if (latin(source.read(0, 8)) !== signature) throw broken("picture");
  const header = source.read(8, 16);
  if (header.length < 16 || latin(header.subarray(4, 8)) !== "IHDR") throw broken("picture");
  const [width, height] = [view(header).getUint32(8), view(header).getUint32(12)];
  const list = pieceList();
  list.keep(0, 8);
  checked({ pieces: [], width, height });
  let ended = false;
  for (let at = 8; !ended; ) {
    const head = source.read(at, 8);
    if (head.length < 8) throw broken("picture");
    const type = latin(head.subarray(4, 8));
    const length = view(head).getUint32(0);
    const end = at + 12 + length;
    if (end > source.size) throw broken("picture");
    if (kept.has(type)) list.keep(at, end);
    if (type === "eXIf") {
      const orientation = orientationOf(source.read(at + 8, Math.min(length, 64 * 1024)));
      if (orientation > 1) list.put(chunk("eXIf", minimalExif(orientation)));
    }
    ended = type === "IEND";
    at = end;
  }
  return checked({ pieces: list.pieces, width, height });
}

const startsWith = (word: string) => (head: string) => head.startsWith(word);

const planners: readonly (readonly [(head: string) => boolean, (source: Source) => ImagePlan])[] = [
  [startsWith("\xff\xd8\xff"), (source) => checked(planJpeg(source))],
  [startsWith("\x89PNG\r\n\x1a\n"), planPng],
  [(head) => /^GIF8[79]a/.test(head), planGif],
  [(head) => head.startsWith("RIFF") && head.startsWith("WEBP", 8), planWebp],
  [(head) => head.startsWith("II*\0") || head.startsWith("MM\0*"), planTiff],
];

export const isImage = (head: Uint8Array): boolean => planners.some(([matches]) => matches(latin(head)));

/** The plan of an image without its metadata, null when the bytes are no image of a kind we can clean. */
export function planImage(source: Source): ImagePlan | null {
  const head = latin(source.read(0, 16));
  return planners.find(([matches]) => matches(head))?.[1](source) ?? null;
}

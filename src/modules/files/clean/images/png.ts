import { crc32 } from "node:zlib";
import { broken } from "../results.ts";
import { fromLatin, joined, latin, pieceList, type Source, view } from "../source.ts";
import { minimalExif, orientationOf } from "./orientation.ts";
import { checked, type ImagePlan } from "./plan.ts";

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

export function planPng(source: Source): ImagePlan {
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

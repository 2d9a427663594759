import { broken } from "../results.ts";
import { latin, pieceList, type Source, view } from "../source.ts";
import { checked, checkSize, type ImagePlan } from "./plan.ts";

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
export function planGif(source: Source): ImagePlan {
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

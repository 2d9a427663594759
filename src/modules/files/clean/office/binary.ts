import { isImage, planImage } from "../images/clean-image.ts";
import { emitPieces, latin, memorySource, view } from "../source.ts";
import { compoundFile } from "./parts.ts";

const isPrinterSettings = (name: string): boolean => /printerSettings\d*\.bin$/i.test(name);

/** Bitmaps, Windows metafiles, JPEG XR: pictures without a place for names. */
const bareImages = ["BM", "\xd7\xcd\xc6\x9a", "\x01\0\x09\0", "II\xbc"];
const isMetafile = (head: string): boolean => head.startsWith("\x01\0\0\0") && head.startsWith(" EMF", 40);
const isFont = (name: string): boolean => /\.(odttf|fntdata|ttf|otf)$/i.test(name);

/** How a part that is no XML reaches the clean file: what we know by its first bytes; everything else is left out. */
export type BinaryTreatment = "copy" | "image" | "metafile" | "printer" | "drop";

export function binaryTreatment(name: string, head: Uint8Array): BinaryTreatment {
  const start = latin(head);
  if (isPrinterSettings(name)) return "printer";
  if (isImage(head)) return "image";
  if (isMetafile(start)) return "metafile";
  const isKnown =
    bareImages.some((magic) => start.startsWith(magic)) ||
    start.startsWith(compoundFile) ||
    isFont(name) ||
    name === "mimetype";
  return isKnown ? "copy" : "drop";
}

const device = { nameBytes: 64, sizeAt: 68, extraAt: 70, least: 72 };

/** Windows' printer settings (DEVMODEW) without the printer's name and the driver's own data. */
function namelessPrinter(settings: Uint8Array): Uint8Array {
  if (settings.length < device.least) return new Uint8Array(0);
  const size = Math.min(view(settings).getUint16(device.sizeAt, true), settings.length);
  const plain = settings.slice(0, Math.max(size, device.least));
  plain.fill(0, 0, device.nameBytes);
  view(plain).setUint16(device.extraAt, 0, true);
  return plain;
}

/** An enhanced metafile without its description, which is the program's and the picture's name (MS-EMF 2.2.9). */
function namelessMetafile(picture: Uint8Array): Uint8Array {
  if (picture.length < 68) return new Uint8Array(0);
  const [signs, at] = [view(picture).getUint32(60, true), view(picture).getUint32(64, true)];
  const plain = picture.slice();
  if (at >= 68) plain.fill(0, at, at + signs * 2);
  return plain;
}

/** The bytes of a part without what names people in it. */
export function cleanBinary(
  treatment: Exclude<BinaryTreatment, "copy" | "drop">,
  bytes: Uint8Array,
  push: (b: Uint8Array) => void,
) {
  if (treatment === "printer") return push(namelessPrinter(bytes));
  if (treatment === "metafile") return push(namelessMetafile(bytes));
  const picture = memorySource(bytes);
  emitPieces(picture, planImage(picture)?.pieces ?? [{ from: 0, to: picture.size }], push);
}

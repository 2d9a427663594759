import { view } from "../source.ts";

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

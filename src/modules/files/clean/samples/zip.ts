import { crc32, deflateRawSync } from "node:zlib";
import { joined, view } from "../source.ts";

/** A part as a hostile hand writes it: any field may lie. */
export type HostilePart = {
  name: string;
  data?: Uint8Array;
  packed?: Uint8Array;
  size?: number;
  mode?: number;
  at?: number;
};

const header = (length: number, fields: readonly [at: number, bytes: 2 | 4, value: number][]): Uint8Array => {
  const bytes = new Uint8Array(length);
  for (const [at, width, value] of fields)
    if (width === 2) view(bytes).setUint16(at, value, true);
    else view(bytes).setUint32(at, value, true);
  return bytes;
};

/** A zip file written by hand, field by field. `entries` is what the end record says there are. */
export function hostileZip(parts: readonly HostilePart[], entries = parts.length): Uint8Array {
  const locals: Uint8Array[] = [];
  const centrals: Uint8Array[] = [];
  let at = 0;
  for (const part of parts) {
    const data = part.data ?? new Uint8Array(0);
    const packed = part.packed ?? new Uint8Array(deflateRawSync(data));
    const name = new TextEncoder().encode(part.name);
    const common = (start: number): [number, 2 | 4, number][] => [
      [start, 2, 20],
      [start + 4, 2, 8],
      [start + 10, 4, crc32(data)],
      [start + 14, 4, packed.length],
      [start + 18, 4, part.size ?? data.length],
      [start + 22, 2, name.length],
    ];
    const local = joined([header(30, [[0, 4, 0x04034b50], ...common(4)]), name, packed]);
    const where = part.at ?? at;
    const fields: [number, 2 | 4, number][] = [[0, 4, 0x02014b50], [4, 2, part.mode ? 3 << 8 : 20], ...common(6)];
    fields.push([38, 4, ((part.mode ?? 0) << 16) >>> 0], [42, 4, where]);
    centrals.push(joined([header(46, fields), name]));
    if (part.at !== undefined) continue;
    locals.push(local);
    at += local.length;
  }
  const directory = joined(centrals);
  const end = header(22, [
    [0, 4, 0x06054b50],
    [8, 2, entries & 0xffff],
    [10, 2, entries & 0xffff],
    [12, 4, directory.length],
    [16, 4, at],
  ]);
  return joined([...locals, directory, end]);
}

import { broken } from "../results.ts";
import { type Code, codeOf, fixed } from "./huffman.ts";

/** RFC 1951, 3.2.5: what a length or distance code stands for, and how many more bits it reads. */
const lengthBase = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
];
const lengthMore = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const distanceBase = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
  8193, 12289, 16385, 24577,
];
const distanceMore = [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13];
const orderOfLengths = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

const reach = 32 * 1024;
const endOfBlock = 256;

/**
 * Unpacks a raw deflate stream with one fixed buffer of 64 KB, whatever it holds: the libraries at hand allocate per
 * step, and a bomb then costs memory before anything can be counted. `next` gives packed bytes, none at the end; what
 * `emit` gets is valid during the call only.
 */
export function inflate(next: () => Uint8Array, emit: (bytes: Uint8Array) => void): void {
  const out = new Uint8Array(2 * reach);
  let end = 0;
  let told = 0;
  let packed: Uint8Array = new Uint8Array(0);
  let at = 0;
  let held = 0;
  let bits = 0;
  let beyond = 0;

  const fill = (count: number): void => {
    while (bits < count) {
      if (at === packed.length) {
        packed = next();
        at = 0;
        if (packed.length === 0 && ++beyond > 4) throw broken("archive");
      }
      held |= (packed[at] ?? 0) << bits;
      if (at < packed.length) at++;
      bits += 8;
    }
  };
  const take = (count: number): number => {
    fill(count);
    const value = held & ((1 << count) - 1);
    held >>>= count;
    bits -= count;
    return value;
  };
  const symbol = (code: Code): number => {
    fill(code.bits);
    const entry = code.table[held & ((1 << code.bits) - 1)] ?? 0;
    const length = entry & 15;
    if (length === 0) throw broken("archive");
    held >>>= length;
    bits -= length;
    return entry >> 4;
  };
  const tell = (): void => {
    if (end > told) emit(out.subarray(told, end));
    told = end;
  };
  const put = (byte: number): void => {
    if (end === out.length) {
      tell();
      out.copyWithin(0, reach);
      end = reach;
      told = reach;
    }
    out[end++] = byte;
  };
  let total = 0;
  const repeat = (length: number, distance: number): void => {
    if (distance > total) throw broken("archive");
    for (let i = 0; i < length; i++) {
      if (end === out.length) put(out[end - distance] ?? 0);
      else {
        out[end] = out[end - distance] ?? 0;
        end++;
      }
    }
    total += length;
  };

  const plain = (): void => {
    take(bits & 7);
    const length = take(16);
    if ((take(16) ^ 0xffff) !== length) throw broken("archive");
    for (let i = 0; i < length; i++) put(take(8));
    total += length;
  };
  const dynamic = (): { literals: Code; distances: Code } => {
    const [literals, distances, orders] = [take(5) + 257, take(5) + 1, take(4) + 4];
    const first = new Uint8Array(19);
    for (const place of orderOfLengths.slice(0, orders)) first[place] = take(3);
    const code = codeOf(first);
    const lengths = new Uint8Array(literals + distances);
    for (let i = 0; i < lengths.length; ) {
      const value = symbol(code);
      if (value < 16) {
        lengths[i++] = value;
        continue;
      }
      if (value === 16 && i === 0) throw broken("archive");
      const times = value === 16 ? 3 + take(2) : value === 17 ? 3 + take(3) : 11 + take(7);
      if (i + times > lengths.length) throw broken("archive");
      lengths.fill(value === 16 ? (lengths[i - 1] ?? 0) : 0, i, i + times);
      i += times;
    }
    return { literals: codeOf(lengths.subarray(0, literals)), distances: codeOf(lengths.subarray(literals)) };
  };
  const coded = ({ literals, distances }: { literals: Code; distances: Code }): void => {
    for (let value = symbol(literals); value !== endOfBlock; value = symbol(literals)) {
      if (value < endOfBlock) {
        put(value);
        total++;
        continue;
      }
      const length = (lengthBase[value - 257] ?? 0) + take(lengthMore[value - 257] ?? 0);
      const far = symbol(distances);
      if (value > 285 || far > 29) throw broken("archive");
      repeat(length, (distanceBase[far] ?? 0) + take(distanceMore[far] ?? 0));
    }
  };

  for (let last = false; !last; ) {
    last = take(1) === 1;
    const kind = take(2);
    if (kind === 3) throw broken("archive");
    if (kind === 0) plain();
    else coded(kind === 1 ? fixed : dynamic());
  }
  // Signs beyond the end read as zeros, which can look like an end of block: what was made up must not be used.
  if (bits < beyond * 8) throw broken("archive");
  tell();
}

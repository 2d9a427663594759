import { broken } from "../results.ts";

/** A code as one table: the next `bits` bits, lowest first, lead to symbol * 16 + length; 0 leads nowhere. */
export type Code = { table: Uint16Array; bits: number };

const mostBits = 15;

function reversed(code: number, length: number): number {
  let result = 0;
  for (let i = 0; i < length; i++) result |= ((code >> i) & 1) << (length - 1 - i);
  return result;
}

/** The canonical code of these lengths (RFC 1951, 3.2.2). Lengths that no code can have are refused. */
export function codeOf(lengths: Uint8Array): Code {
  const count = new Uint16Array(mostBits + 1);
  for (const length of lengths) count[length] = (count[length] ?? 0) + 1;
  count[0] = 0;
  const next = new Uint32Array(mostBits + 2);
  let room = 1;
  let bits = 1;
  for (let length = 1; length <= mostBits; length++) {
    const here = count[length] ?? 0;
    room = room * 2 - here;
    if (room < 0) throw broken("archive");
    if (here > 0) bits = length;
    next[length + 1] = ((next[length] ?? 0) + here) << 1;
  }
  const table = new Uint16Array(1 << bits);
  for (let symbol = 0; symbol < lengths.length; symbol++) {
    const length = lengths[symbol] ?? 0;
    if (length === 0) continue;
    const code = next[length] ?? 0;
    next[length] = code + 1;
    for (let at = reversed(code, length); at < table.length; at += 1 << length) table[at] = symbol * 16 + length;
  }
  return { table, bits };
}

const fixedLengths = Uint8Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8));
export const fixed = { literals: codeOf(fixedLengths), distances: codeOf(new Uint8Array(30).fill(5)) };

import { broken, limits, Refused } from "../results.ts";
import { latin, type Source, view } from "../source.ts";
import { checkEntries, type Entry, nothingSpent, type Spending, tooMany } from "./entries.ts";

const mark = { end: 0x06054b50, end64: 0x06064b50, locator64: 0x07064b50, central: 0x02014b50, local: 0x04034b50 };
const longestComment = 65_535;
const full32 = 0xffffffff;

type End = { at: number; entries: number; size: number; offset: number };

const big = (data: DataView, at: number): number => {
  const value = Number(data.getBigUint64(at, true));
  if (!Number.isSafeInteger(value)) throw broken("archive");
  return value;
};

function end64(source: Source, endAt: number): Partial<End> {
  const locator = source.read(endAt - 20, 20);
  if (endAt < 20 || locator.length < 20 || view(locator).getUint32(0, true) !== mark.locator64) return {};
  const record = source.read(big(view(locator), 8), 56).slice();
  if (record.length < 56 || view(record).getUint32(0, true) !== mark.end64) throw broken("archive");
  const data = view(record);
  return { entries: big(data, 32), size: big(data, 40), offset: big(data, 48) };
}

/** An archive ends with its comment. Where bytes follow (a line end of a mail program), the last end before them counts. */
function findEnd(source: Source): End {
  const start = Math.max(0, source.size - 22 - 2 * longestComment);
  const tail = source.read(start, source.size - start).slice();
  const data = view(tail);
  const ends = (at: number): number => at + 22 + data.getUint16(at + 20, true);
  const last = (fits: (end: number) => boolean): number => {
    for (let at = tail.length - 22; at >= 0; at--)
      if (data.getUint32(at, true) === mark.end && fits(ends(at))) return at;
    return -1;
  };
  const exact = last((end) => end === tail.length);
  const found = exact >= 0 ? exact : last((end) => end <= tail.length && tail.length - end <= longestComment);
  if (found < 0) throw broken("archive");
  const at = start + found;
  const declared = { entries: data.getUint16(found + 10, true), size: data.getUint32(found + 12, true) };
  return { at, ...declared, offset: data.getUint32(found + 16, true), ...end64(source, at) };
}

/** Sizes over 4 GB stand in an extra field, in this order, each only when its 32-bit field is full. */
function wide(extra: Uint8Array, fields: readonly number[]): number[] {
  const data = view(extra);
  for (let at = 0; at + 4 <= extra.length; at += 4 + data.getUint16(at + 2, true)) {
    if (data.getUint16(at, true) !== 1) continue;
    let next = at + 4;
    return fields.map((value) => {
      if (value !== full32) return value;
      next += 8;
      if (next > extra.length) throw broken("archive");
      return big(data, next - 8);
    });
  }
  return [...fields];
}

function entryAt(directory: Uint8Array, at: number): { entry: Entry; next: number } {
  const data = view(directory);
  if (at + 46 > directory.length || data.getUint32(at, true) !== mark.central) throw broken("archive");
  const nameEnd = at + 46 + data.getUint16(at + 28, true);
  const extraEnd = nameEnd + data.getUint16(at + 30, true);
  const next = extraEnd + data.getUint16(at + 32, true);
  if (next > directory.length) throw broken("archive");
  const flags = data.getUint16(at + 8, true);
  const rawName = directory.slice(at + 46, nameEnd);
  const sizes = [data.getUint32(at + 24, true), data.getUint32(at + 20, true), data.getUint32(at + 42, true)];
  const [size = 0, packed = 0, header = 0] = wide(directory.subarray(nameEnd, extraEnd), sizes);
  const unixMode = data.getUint16(at + 4, true) >> 8 === 3 ? data.getUint16(at + 40, true) : 0;
  const utf8 = (flags & 0x800) !== 0;
  const name = utf8 ? new TextDecoder().decode(rawName) : latin(rawName);
  const seen = { name, rawName, utf8, method: data.getUint16(at + 10, true), crc: data.getUint32(at + 16, true) };
  const kind = { link: (unixMode & 0o170000) === 0o120000, encrypted: (flags & 1) !== 0 };
  return { entry: { ...seen, size, packed, header, from: 0, to: 0, ...kind }, next };
}

/** Finds where the packed bytes are; the local header must name the same file. */
function locate(source: Source, entry: Entry): Entry {
  const head = source.read(entry.header, 30);
  if (head.length < 30 || view(head).getUint32(0, true) !== mark.local) throw broken("archive");
  const nameLength = view(head).getUint16(26, true);
  const from = entry.header + 30 + nameLength + view(head).getUint16(28, true);
  const name = source.read(entry.header + 30, nameLength);
  if (Buffer.compare(name, entry.rawName) !== 0) throw new Refused("unsafe", "The archive names one part in two ways.");
  return { ...entry, from, to: from + entry.packed };
}

/** What the directory says, as it stands, with no judgement but the number of parts. */
function listed(source: Source): { entries: Entry[]; directoryAt: number } {
  const end = findEnd(source);
  if (end.entries > limits.zipEntries || end.size > limits.zipDirectory) throw tooMany();
  if (end.offset + end.size > end.at) throw broken("archive");
  const directory = source.read(end.offset, end.size).slice();
  const entries: Entry[] = [];
  for (let at = 0; at < directory.length; ) {
    const { entry, next } = entryAt(directory, at);
    if (entries.push(entry) > limits.zipEntries) throw tooMany();
    at = next;
  }
  if (entries.length !== end.entries) throw broken("archive");
  return { entries, directoryAt: end.offset };
}

/**
 * The directory of an archive, judged by what it declares: number of parts, unpacked size, ratio, links, names,
 * overlapping parts, passwords (security notes 5.2.3). Nothing is unpacked. An archive in an archive is judged with
 * the spending of the outer one; `look` sees the entries first and may refuse.
 */
export function readDirectory(
  source: Source,
  spending: Spending = nothingSpent(),
  look: (entries: readonly Entry[]) => void = () => undefined,
): Entry[] {
  const { entries, directoryAt } = listed(source);
  look(entries);
  const placed = entries.map((entry) => locate(source, entry));
  checkEntries(placed, directoryAt, spending);
  return placed;
}

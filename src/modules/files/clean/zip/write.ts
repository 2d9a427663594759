import { constants, crc32, deflateRawSync } from "node:zlib";
import { broken } from "../results.ts";
import { joined, type Source, stretch, view } from "../source.ts";
import type { Entry } from "./entries.ts";

const method = { stored: 0, deflated: 8 };
/** Packed one by one and joined: blocks that end on a byte may follow each other (RFC 1951, 3.2). */
const portion = 512 * 1024;
const utf8Flag = 0x800;
/** 1980-01-01, the first day that a zip can store: the times of the parts are nobody's business. */
const firstDay = 0x21;

type Written = {
  name: Uint8Array;
  utf8: boolean;
  method: number;
  crc: number;
  packed: number;
  size: number;
  at: number;
};
type Sink = { push(bytes: Uint8Array): void; end(): void };

const fieldsOf = (part: Written): Uint8Array => {
  const bytes = new Uint8Array(26);
  const data = view(bytes);
  data.setUint16(0, 20, true);
  data.setUint16(2, part.utf8 ? utf8Flag : 0, true);
  data.setUint16(4, part.method, true);
  data.setUint16(8, firstDay, true);
  data.setUint32(10, part.crc, true);
  data.setUint32(14, part.packed, true);
  data.setUint32(18, part.size, true);
  data.setUint16(22, part.name.length, true);
  return bytes;
};

const localHeader = (part: Written): Uint8Array =>
  joined([new Uint8Array([0x50, 0x4b, 3, 4]), fieldsOf(part), part.name]);

function centralHeader(part: Written): Uint8Array {
  const rest = new Uint8Array(14);
  view(rest).setUint32(10, part.at, true);
  return joined([new Uint8Array([0x50, 0x4b, 1, 2, 20, 0]), fieldsOf(part), rest, part.name]);
}

function endRecord(entries: number, size: number, offset: number): Uint8Array {
  const bytes = new Uint8Array(22);
  bytes.set([0x50, 0x4b, 5, 6]);
  const data = view(bytes);
  data.setUint16(8, entries, true);
  data.setUint16(10, entries, true);
  data.setUint32(12, size, true);
  data.setUint32(16, offset, true);
  return bytes;
}

/** Puts bytes at a place. A place is written once more, with as many bytes, when a part's sizes are known. */
export type Put = (bytes: Uint8Array, at: number) => void;

/** Writes an archive part after part: no extra fields, no comments, no times. */
export function zipWriter(put: Put): {
  copy(source: Source, entry: Entry): void;
  add(entry: Entry): Sink;
  finish(): void;
} {
  const parts: Written[] = [];
  let position = 0;
  const append = (bytes: Uint8Array): void => {
    put(bytes, position);
    position += bytes.length;
    if (position > 0xffffffff) throw broken("archive");
  };
  const begin = (entry: Entry, how: number): Written => {
    const part = { name: entry.rawName, utf8: entry.utf8, method: how, crc: 0, packed: 0, size: 0, at: position };
    parts.push(part);
    append(localHeader(part));
    return part;
  };
  return {
    copy(source, entry) {
      const part = begin(entry, entry.method);
      Object.assign(part, { crc: entry.crc, packed: entry.packed, size: entry.size });
      put(localHeader(part), part.at);
      for (const bytes of stretch(source, entry.from, entry.to)) append(bytes);
    },
    add(entry) {
      const part = begin(entry, method.deflated);
      const pack = (bytes: Uint8Array, finishFlush: number): void => {
        const packed = deflateRawSync(bytes, { finishFlush });
        part.packed += packed.length;
        append(packed);
      };
      let waiting: Uint8Array[] = [];
      let length = 0;
      return {
        push(bytes) {
          part.crc = crc32(bytes, part.crc);
          part.size += bytes.length;
          length += bytes.length;
          waiting.push(bytes.slice());
          if (length < portion) return;
          pack(joined(waiting), constants.Z_SYNC_FLUSH);
          waiting = [];
          length = 0;
        },
        end() {
          pack(joined(waiting), constants.Z_FINISH);
          put(localHeader(part), part.at);
        },
      };
    },
    finish() {
      const start = position;
      for (const part of parts) append(centralHeader(part));
      append(endRecord(parts.length, position - start, start));
    },
  };
}

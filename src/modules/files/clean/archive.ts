import { maskedName } from "../domain/masked-name.ts";
import { limits, Refused } from "./results.ts";
import { joined, memorySource, type Source } from "./source.ts";
import { type Entry, unpack, unpackWhole } from "./zip/entries.ts";
import { type Put, zipWriter } from "./zip/write.ts";

/** Writes the clean bytes of one file; null when it can go as it is. */
export type Cleaner = ((put: Put) => void | Promise<void>) | null;

/** Says how a file of an archive is cleaned, by its bytes and its name. */
type Choose = (source: Source, name: string) => Promise<Cleaner>;

/** The name without contact details, in the bytes that the archive writes; no two files get the same. */
function renamed(entry: Entry, taken: Set<string>): Entry {
  const masked = entry.name
    .split("/")
    .map((part) => maskedName(part))
    .join("/");
  let name = masked;
  for (let n = 2; taken.has(name.toLowerCase()); n++) name = masked.replace(/(\.[^./]*)?$/, ` ${n}$1`);
  taken.add(name.toLowerCase());
  return name === entry.name ? entry : { ...entry, name, rawName: new TextEncoder().encode(name), utf8: true };
}

/** What a computer puts beside the files of a folder: where they came from, who opened them, small pictures of them. */
const leftBehind = /(^|\/)(__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i;

const headLength = 64 * 1024;

async function headOf(source: Source, entry: Entry): Promise<Uint8Array> {
  const head: Uint8Array[] = [];
  let length = 0;
  await unpack(source, entry, (bytes) => {
    if (length < headLength) length = head.push(bytes.slice()) && length + bytes.length;
  });
  return joined(head).subarray(0, headLength);
}

/** Bytes written at places, put in order: a place that is written twice keeps what came last. */
async function inMemory(cleaner: NonNullable<Cleaner>): Promise<Uint8Array> {
  const written = new Map<number, Uint8Array>();
  await cleaner((bytes, at) => written.set(at, bytes.slice()));
  return joined([...written.values()]);
}

const named = (entry: Entry, error: unknown): unknown =>
  error instanceof Refused ? new Refused(error.code, `In the archive, “${entry.name}”: ${error.message}`) : error;

/** A file too large to be held in memory continues when it can go as it is; the choice is made by its first bytes. */
async function cleanerOf(source: Source, entry: Entry, choose: Choose): Promise<Cleaner> {
  if (entry.size <= limits.partInMemory)
    return choose(memorySource(await unpackWhole(source, entry, limits.partInMemory)), entry.name);
  const cleaner = await choose(memorySource(await headOf(source, entry)), entry.name);
  if (cleaner)
    throw new Refused("nested", `It is over ${limits.partInMemory / 1024 / 1024}\u00a0MB. Send it as its own file.`);
  return null;
}

/**
 * Writes an archive with each file in it cleaned, under its name without contact details, without times, comments and what a computer left
 * beside the files. `choose` says how a file is cleaned, or refuses it, and with it the archive.
 */
export async function cleanArchive(source: Source, entries: readonly Entry[], choose: Choose, put: Put): Promise<void> {
  const writer = zipWriter(put);
  const taken = new Set<string>();
  for (const entry of entries) {
    if (leftBehind.test(entry.name)) {
      await unpack(source, entry, () => undefined);
      continue;
    }
    try {
      const cleaner = entry.name.endsWith("/") ? null : await cleanerOf(source, entry, choose);
      const named = renamed(entry, taken);
      if (!cleaner) writer.copy(source, named);
      else {
        const part = writer.add(named);
        part.push(await inMemory(cleaner));
        part.end();
      }
    } catch (error) {
      throw named(entry, error);
    }
  }
  writer.finish();
}

import { limits } from "../limits.ts";
import { Refused } from "../results.ts";
import type { Entry } from "./entry.ts";

const unsafe = (reason: string): Refused => new Refused("unsafe", reason);

export const bomb = (): Refused =>
  new Refused(
    "too-large",
    `Unpacked, the file is larger than we open (at most ${limits.zipUnpacked / 1024 / 1024}\u00a0MB and ${limits.zipRatio} times its packed size).`,
  );

const tooLarge = (use: { unpacked: number; packed: number }): boolean =>
  use.unpacked > limits.zipUnpacked ||
  (use.unpacked > limits.zipRatioFrom && use.unpacked > use.packed * limits.zipRatio);

export const tooMany = (): Refused =>
  new Refused("too-large", `The file contains more than ${limits.zipEntries} parts, which is more than we open.`);

/** What an archive and the archives in it use up together. `packed` is the outer one's: only those bytes really came. */
export type Spending = { archives: number; entries: number; unpacked: number; packed: number };

export const nothingSpent = (): Spending => ({ archives: 0, entries: 0, unpacked: 0, packed: 0 });

function spend(spending: Spending, entries: number, use: { unpacked: number; packed: number }): void {
  if (spending.archives === 0) spending.packed = use.packed;
  spending.archives += 1;
  spending.entries += entries;
  spending.unpacked += use.unpacked;
  if (spending.entries > limits.zipEntries) throw tooMany();
  if (tooLarge(use) || tooLarge(spending)) throw bomb();
}

/** A name that would lead out of a folder if somebody unpacked it there. We never write one to disk ourselves. */
const leadsOut = (name: string): boolean =>
  name.includes("\0") || /^([/\\]|[A-Za-z]:)/.test(name) || name.split(/[/\\]/).includes("..");

function checkOverlaps(entries: readonly Entry[], directoryAt: number): void {
  const sorted = [...entries].sort((a, b) => a.header - b.header);
  for (const [i, entry] of sorted.entries())
    if (entry.to > (sorted[i + 1]?.header ?? directoryAt)) throw unsafe("Parts of the archive overlap.");
}

/** Refuses by what the directory declares; what is real is counted again while unpacking. */
export function checkEntries(entries: readonly Entry[], directoryAt: number, spending: Spending): void {
  const names = new Set<string>();
  let unpacked = 0;
  let packed = 0;
  for (const entry of entries) {
    if (entry.link) throw unsafe("The archive holds a link to another file.");
    if (leadsOut(entry.name)) throw unsafe("The archive holds a name that leads out of its folder.");
    if (entry.encrypted) throw new Refused("encrypted", "The archive is locked with a password.");
    const key = entry.name.toLowerCase();
    if (names.has(key)) throw unsafe("The archive holds two parts of the same name.");
    names.add(key);
    unpacked += entry.size;
    packed += entry.packed;
  }
  spend(spending, entries.length, { unpacked, packed });
  checkOverlaps(entries, directoryAt);
}

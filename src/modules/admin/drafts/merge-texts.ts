import { shortestEdits } from "#src/shared/shortest-edits.ts";

/** More changed lines than this are not merged: then the whole text counts as changed by both. */
const mostEdits = 1_500;

/** Where each line of one text stands in the other; undefined where it is gone. Null: they differ too much. */
function placesIn(before: readonly string[], now: readonly string[]): (number | undefined)[] | null {
  const edits = shortestEdits(before, now, mostEdits);
  if (!edits) return null;
  const places: (number | undefined)[] = [];
  for (const { mark, at } of edits) if (mark !== "added") places.push(mark === "same" ? at : undefined);
  return places;
}

const same = (one: readonly string[], other: readonly string[]): boolean => one.join("\n") === other.join("\n");

/**
 * The changes of two people to one text, line by line. Where both changed the same lines, `mine` stays, and `both` says
 * so.
 */
export function mergeTexts(base: string, mine: string, theirs: string): { text: string; both: boolean } {
  const [old, own, other] = [base.split("\n"), mine.split("\n"), theirs.split("\n")];
  const [inOwn, inOther] = [placesIn(old, own), placesIn(old, other)];
  if (!inOwn || !inOther) return { text: mine, both: true };
  const lines: string[] = [];
  let both = false;
  let [from, fromOwn, fromOther] = [0, 0, 0];
  for (let at = 0; at <= old.length; at += 1) {
    const line = old[at];
    const toOwn = line === undefined ? own.length : inOwn[at];
    const toOther = line === undefined ? other.length : inOther[at];
    if (toOwn === undefined || toOther === undefined) continue;
    const before = old.slice(from, at);
    const [ownPart, otherPart] = [own.slice(fromOwn, toOwn), other.slice(fromOther, toOther)];
    if (!same(ownPart, before) && !same(otherPart, before) && !same(ownPart, otherPart)) both = true;
    lines.push(...(same(ownPart, before) ? otherPart : ownPart), ...(line === undefined ? [] : [line]));
    [from, fromOwn, fromOther] = [at + 1, toOwn + 1, toOther + 1];
  }
  return { text: lines.join("\n"), both };
}

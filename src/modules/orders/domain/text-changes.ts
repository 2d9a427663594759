import { type ReadingPart, readingParts } from "./reading-text.ts";

/** A piece of a paragraph: in both versions, only in the one before, or only in the one of now. */
type ChangedPiece = { mark: "same" | "cut" | "added"; text: string };
/** A paragraph or heading with what changed in it. Those that are gone have no place of their own on the page. */
export type ChangedPart = Pick<ReadingPart, "kind"> & { id: string; pieces: readonly ChangedPiece[] };

type Step = { mark: ChangedPiece["mark"]; at: number };

/** More changes than this are no changes any more: the middle is shown as cut and written anew. */
const most = { paragraphs: 1_500, words: 600 };
/** A paragraph of which less than this part stayed is a new one. */
const leastKept = 0.3;

/**
 * The shortest way from one list to the other (Myers 1986), without what both begin and end with. Costs at most
 * `limit` times the length; null when more than `limit` steps are needed.
 */
function shortestEdits(before: readonly string[], now: readonly string[], limit: number): Step[] | null {
  let start = 0;
  while (start < before.length && start < now.length && before[start] === now[start]) start += 1;
  let [endBefore, endNow] = [before.length, now.length];
  while (endBefore > start && endNow > start && before[endBefore - 1] === now[endNow - 1]) {
    endBefore -= 1;
    endNow -= 1;
  }
  const middle = myers(before.slice(start, endBefore), now.slice(start, endNow), limit);
  if (!middle) return null;
  const same = (from: number, to: number): Step[] =>
    Array.from({ length: to - from }, (_, at) => ({ mark: "same", at: from + at }));
  return [...same(0, start), ...middle.map(({ mark, at }) => ({ mark, at: at + start })), ...same(endNow, now.length)];
}

/** `at` counts in the list of before for what is cut, in the one of now for all else. */
function myers(before: readonly string[], now: readonly string[], limit: number): Step[] | null {
  const [n, m] = [before.length, now.length];
  const reach = Math.min(limit, n + m);
  const far = new Int32Array(2 * reach + 3);
  const middle = reach + 1;
  const trace: Int32Array[] = [];
  const get = (row: Int32Array, k: number): number => row[k] ?? 0;
  for (let d = 0; d <= reach; d += 1) {
    trace.push(far.slice(middle - d - 1, middle + d + 2));
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && get(far, middle + k - 1) < get(far, middle + k + 1));
      let x = down ? get(far, middle + k + 1) : get(far, middle + k - 1) + 1;
      while (x < n && x - k < m && before[x] === now[x - k]) x += 1;
      far[middle + k] = x;
      if (x >= n && x - k >= m) return walkBack(trace, n, m);
    }
  }
  return null;
}

function walkBack(trace: readonly Int32Array[], n: number, m: number): Step[] {
  const steps: Step[] = [];
  let [x, y] = [n, m];
  for (let d = trace.length - 1; d >= 0; d -= 1) {
    const row = trace[d] ?? new Int32Array(0);
    // A row holds the diagonals from -d - 1 on.
    const at = (k: number): number => row[k + d + 1] ?? 0;
    const k = x - y;
    const down = k === -d || (k !== d && at(k - 1) < at(k + 1));
    const from = down ? k + 1 : k - 1;
    const [startX, startY] = d === 0 ? [0, 0] : [at(from), at(from) - from];
    while (x > startX && y > startY) {
      x -= 1;
      y -= 1;
      steps.push({ mark: "same", at: y });
    }
    if (d === 0) break;
    if (down) steps.push({ mark: "added", at: --y });
    else steps.push({ mark: "cut", at: --x });
  }
  return steps.reverse();
}

const tokens = (text: string): readonly string[] => text.match(/\S+|\s+/g) ?? [];

/** Neighbours of one kind as one piece; blanks between two changes belong to both. */
function joined(pieces: readonly ChangedPiece[]): readonly ChangedPiece[] {
  const all: ChangedPiece[] = [];
  let [cut, added] = ["", ""];
  const flush = (): void => {
    if (cut !== "") all.push({ mark: "cut", text: cut });
    if (added !== "") all.push({ mark: "added", text: added });
    [cut, added] = ["", ""];
  };
  pieces.forEach(({ mark, text }, index) => {
    const next = pieces[index + 1];
    const between = mark === "same" && text.trim() === "" && (cut || added) && next && next.mark !== "same";
    if (mark === "cut" || between) cut += text;
    if (mark === "added" || between) added += text;
    if (mark !== "same" || between) return;
    flush();
    const last = all.at(-1);
    if (last?.mark === "same") all[all.length - 1] = { mark, text: last.text + text };
    else all.push({ mark, text });
  });
  flush();
  return all.filter(({ text }) => text !== "");
}

/** What changed between two paragraphs, word by word; null: so much that they are two. */
function changesInside(before: string, now: string): readonly ChangedPiece[] | null {
  const [old, fresh] = [tokens(before), tokens(now)];
  const edits = shortestEdits(old, fresh, most.words);
  if (!edits) return null;
  const pieces = edits.map(({ mark, at }) => ({ mark, text: (mark === "cut" ? old[at] : fresh[at]) ?? "" }));
  const kept = pieces.reduce((sum, { mark, text }) => sum + (mark === "same" ? text.trim().length : 0), 0);
  if (kept < leastKept * Math.max(before.length, now.length)) return null;
  return joined(pieces);
}

const whole = (mark: "cut" | "added", { kind, text, id }: ReadingPart): ChangedPart => ({
  kind,
  id: mark === "cut" ? `cut-${id}` : id,
  pieces: [{ mark, text }],
});

/** A run of paragraphs that went and of those that came: the first of one is the first of the other, while they are alike. */
function* changedRun(gone: readonly ReadingPart[], came: readonly ReadingPart[]): Generator<ChangedPart> {
  for (let at = 0; at < Math.max(gone.length, came.length); at += 1) {
    const [old, fresh] = [gone[at], came[at]];
    const pieces = old && fresh && old.kind === fresh.kind ? changesInside(old.text, fresh.text) : null;
    if (pieces && fresh) {
      yield { kind: fresh.kind, id: fresh.id, pieces };
      continue;
    }
    if (old) yield whole("cut", old);
    if (fresh) yield whole("added", fresh);
  }
}

/**
 * A delivered text with what changed since the one before, paragraph by paragraph, so that the caller can pause between
 * two of them. Its pieces without the cut ones are the text of now, those without the added ones the text of before.
 */
export function* textChanges(before: string, now: string): Generator<ChangedPart> {
  const [old, fresh] = [readingParts(before), readingParts(now)];
  const key = ({ kind, text }: ReadingPart): string => `${kind} ${text}`;
  const edits = shortestEdits(old.map(key), fresh.map(key), most.paragraphs);
  if (!edits) return yield* changedRun(old, fresh);
  let gone: ReadingPart[] = [];
  let came: ReadingPart[] = [];
  for (const { mark, at } of edits) {
    const part = mark === "cut" ? old[at] : fresh[at];
    if (!part) continue;
    if (mark === "cut") gone.push(part);
    if (mark === "added") came.push(part);
    if (mark !== "same") continue;
    yield* changedRun(gone, came);
    [gone, came] = [[], []];
    yield { kind: part.kind, id: part.id, pieces: [{ mark, text: part.text }] };
  }
  yield* changedRun(gone, came);
}

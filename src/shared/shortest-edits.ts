/** A line or word of two versions: in both, only in the one before, or only in the one of now. */
type Edit = { mark: "same" | "cut" | "added"; at: number };

/**
 * The shortest way from one list to the other (Myers 1986), without what both begin and end with. Costs at most
 * `limit` times the length; null when more than `limit` steps are needed.
 */
export function shortestEdits(before: readonly string[], now: readonly string[], limit: number): Edit[] | null {
  let start = 0;
  while (start < before.length && start < now.length && before[start] === now[start]) start += 1;
  let [endBefore, endNow] = [before.length, now.length];
  while (endBefore > start && endNow > start && before[endBefore - 1] === now[endNow - 1]) {
    endBefore -= 1;
    endNow -= 1;
  }
  const middle = myers(before.slice(start, endBefore), now.slice(start, endNow), limit);
  if (!middle) return null;
  const same = (from: number, to: number): Edit[] =>
    Array.from({ length: to - from }, (_, at) => ({ mark: "same", at: from + at }));
  return [...same(0, start), ...middle.map(({ mark, at }) => ({ mark, at: at + start })), ...same(endNow, now.length)];
}

/** `at` counts in the list of before for what is cut, in the one of now for all else. */
function myers(before: readonly string[], now: readonly string[], limit: number): Edit[] | null {
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

function walkBack(trace: readonly Int32Array[], n: number, m: number): Edit[] {
  const steps: Edit[] = [];
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

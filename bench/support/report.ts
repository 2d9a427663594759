import type { Results, Row } from "./types.ts";

/**
 * A full run fails under a floor or over a limit. A quick run, part of `npm test`, may meet a slow or busy machine: it
 * judges ratios to a reference of the same run (under 80 % of a floor, or under what a known miss held before) and
 * bytes (sent: the limit itself; resident: 160 % of it), never a time.
 */
export function verdict(row: Row, quick: boolean): boolean {
  // Two single rounds of a millisecond divided by each other are noise; the query plans have a test of their own.
  if (quick && row.growth) return true;
  const least = quick ? (row.heldAt ?? (row.floor ?? 0) * 0.8) : row.floor;
  if (row.floor !== undefined && row.ratio.median < (least ?? 0)) return false;
  return row.most === undefined || row.ours <= row.most * (quick ? leeway(row.unit) : 1);
}

const leeway = (unit: string): number => {
  if (unit === "s" || unit === "ms" || unit === "us") return Number.POSITIVE_INFINITY;
  return unit === "MB" ? 1.6 : 1;
};

export const short = (n: number): string =>
  n >= 100 ? Math.round(n).toLocaleString("en-US") : n >= 1 ? n.toFixed(2) : n.toFixed(4);

/** The bounds of a row in words; a row may have both. */
export const boundsOf = ({ floor, most, unit }: Row): string =>
  [floor === undefined ? "" : `at least ${floor}`, most === undefined ? "" : `at most ${most} ${unit}`]
    .filter(Boolean)
    .join(", ");

export function printRows(rows: readonly Row[], quick: boolean): void {
  for (const row of rows) {
    const bound = boundsOf(row);
    const name = row.size ? `${row.name} (${row.size})` : row.name;
    console.log(
      `  ${verdict(row, quick) ? "ok  " : "MISS"} ${name.padEnd(34)} ours ${short(row.ours)} ${row.unit}, ${row.referenceIs} ${short(row.reference)}, ratio ${short(row.ratio.median)} (${short(row.ratio.min)} to ${short(row.ratio.max)}) ${bound}${row.note ? `; ${row.note}` : ""}`,
    );
  }
}

type Again = Pick<Results, "finished" | "rows" | "broken"> & { names: readonly string[] };

/** A run with the figures of some benchmarks replaced or added, and when that was. */
export function measuredAgain(whole: Results, { names, finished, rows, broken }: Again): Results {
  const keyOf = ({ name, size }: Row): string => `${name}|${size}`;
  const fresh = new Set(rows.map(keyOf));
  return {
    ...whole,
    rows: [...whole.rows.filter((row) => !fresh.has(keyOf(row))), ...rows],
    broken: [...whole.broken.filter(({ name }) => !names.includes(name)), ...broken],
    again: [
      ...(whole.again ?? []).filter(({ name }) => !names.includes(name)),
      ...names.map((name) => ({ name, finished })),
    ],
  };
}

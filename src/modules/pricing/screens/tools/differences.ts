import { formatUsd } from "#src/shared/money.ts";

type Raw = Readonly<Record<string, string>>;

/** One of two prices that are compared: its answers and its total. */
export type Compared = { readonly raw: Raw; readonly totalCents: number };

/** The answers that differ, in the order of the form; of a field that only one has, the other side is empty. */
export const differences = (a: Raw, b: Raw): readonly { field: string; a: string; b: string }[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])]
    .map((field) => ({ field, a: a[field] ?? "", b: b[field] ?? "" }))
    .filter((one) => one.a !== one.b);

/** "B costs $8.40 less than A." */
export const differenceLine = (a: Compared, b: Compared | null): string => {
  if (!b) return "B has no price until you have answered everything.";
  const more = b.totalCents - a.totalCents;
  if (more !== 0) return `B costs ${formatUsd(Math.abs(more))} ${more > 0 ? "more" : "less"} than A.`;
  return differences(a.raw, b.raw).length === 0 ? "Both are the same now." : "Both cost the same.";
};

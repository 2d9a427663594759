import type { Options, Row } from "./types.ts";

export type Measured = { value: number; p50?: number; p99?: number };
type Sides = { ours: (seconds: number) => Promise<Measured>; reference: (seconds: number) => Promise<Measured> };

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
};

/** Takes turns: ours, reference, ours, reference; the ratio is computed inside a round. A spread over 1.6 adds rounds. */
export async function compareRates(
  sides: Sides,
  { quick }: Options,
): Promise<Pick<Row, "ours" | "reference" | "ratio" | "p50" | "p99" | "note">> {
  const seconds = quick ? 2 : 5;
  await sides.ours(quick ? 1 : 2);
  await sides.reference(quick ? 1 : 2);
  const rounds: { ours: Measured; reference: Measured }[] = [];
  const play = async (count: number) => {
    for (let i = 0; i < count; i += 1)
      rounds.push({ ours: await sides.ours(seconds), reference: await sides.reference(seconds) });
  };
  const ratios = () => rounds.map((r) => r.ours.value / r.reference.value);
  await play(quick ? 1 : 5);
  const noisy = () => Math.max(...ratios()) / Math.min(...ratios()) > 1.6;
  if (!quick && noisy()) await play(3);
  return {
    ours: median(rounds.map((r) => r.ours.value)),
    reference: median(rounds.map((r) => r.reference.value)),
    ratio: { median: median(ratios()), min: Math.min(...ratios()), max: Math.max(...ratios()) },
    p50: median(rounds.map((r) => r.ours.p50 ?? 0)),
    p99: median(rounds.map((r) => r.ours.p99 ?? 0)),
    ...(noisy() && rounds.length > 1 ? { note: "noisy" } : {}),
  };
}

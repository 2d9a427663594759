import type { Options, Row } from "./types.ts";

export type Measured = {
  value: number;
  /** Answers that came. */
  count?: number;
  p50?: number;
  p99?: number;
  /** Processor time of the server's process for one answer. */
  cpuUs?: number;
};
type Sides = { ours: (seconds: number) => Promise<Measured>; reference: (seconds: number) => Promise<Measured> };
export type Compared = Pick<Row, "ours" | "reference" | "ratio" | "p50" | "p99" | "note" | "rounds">;

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
};

/** Takes turns: ours, reference, ours, reference; the ratio is computed inside a round. A spread over 1.6 adds rounds. */
export async function compareRates(sides: Sides, { quick }: Options): Promise<Compared> {
  const seconds = quick ? 2 : 4;
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
  const middle = (of: (round: (typeof rounds)[number]) => number) => median(rounds.map(of));
  const cpu = [middle((r) => r.ours.cpuUs ?? 0), middle((r) => r.reference.cpuUs ?? 0)].map(Math.round);
  const notes = [
    ...(cpu[0] ? [`processor ${cpu[0]} us an answer${cpu[1] ? `, reference ${cpu[1]} us` : ""}`] : []),
    ...(noisy() ? ["noisy"] : []),
  ];
  return {
    ours: middle((r) => r.ours.value),
    reference: middle((r) => r.reference.value),
    ratio: { median: median(ratios()), min: Math.min(...ratios()), max: Math.max(...ratios()) },
    p50: middle((r) => r.ours.p50 ?? 0),
    p99: middle((r) => r.ours.p99 ?? 0),
    rounds: rounds.length,
    ...(notes.length > 0 && { note: notes.join("; ") }),
  };
}

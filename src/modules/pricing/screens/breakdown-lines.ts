import type { BreakdownLine } from "#src/ui/price-breakdown.tsx";
import type { PriceLine, Quote } from "../index.ts";

/** A line of a price in words alone, so that it can be sent to a page. */
type PricedLine = BreakdownLine & { label: string; why?: string | undefined };

const quiet = ["order-type", "spacing", "difficulty", "type", "complexity", "software"];

const lineOf = ({ code, label, cents, detail }: PriceLine, at: number): PricedLine => ({
  key: code,
  label,
  cents,
  amount: at === 0,
  why: cents === 0 && quiet.includes(code) ? undefined : detail,
});

/** The lines of a price as the slip prints them: the price before the deadline stands above the deadline. */
export const breakdownLines = (priced: Pick<Quote, "lines" | "subtotalBeforeDeadlineCents">): readonly PricedLine[] => {
  const lines = priced.lines.map(lineOf);
  const at = lines.findIndex(({ key }) => key === "deadline");
  if (at < 0) return lines;
  const before: PricedLine = {
    key: "before",
    label: "Price before deadline",
    cents: priced.subtotalBeforeDeadlineCents,
    sub: true,
  };
  return lines.toSpliced(at, 0, before);
};

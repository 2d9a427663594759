import { type BreakdownLine, BreakdownLines, BreakdownNote, BreakdownTotal } from "#src/ui/price-breakdown.tsx";
import { laterDeadline, laterDeadlineWords, type PriceLine, type Quote } from "../index.ts";
import type { Calculator } from "./use-calculator.ts";

const quiet = ["order-type", "spacing", "difficulty", "type", "complexity", "software"];

const lineOf = ({ code, label, cents, detail }: PriceLine, at: number): BreakdownLine => ({
  key: code,
  label,
  cents,
  amount: at === 0,
  why: cents === 0 && quiet.includes(code) ? undefined : detail,
});

/** The lines of a price as the slip prints them: the price before the deadline stands above the deadline. */
export const breakdownLines = (
  priced: Pick<Quote, "lines" | "subtotalBeforeDeadlineCents">,
): readonly BreakdownLine[] => {
  const lines = priced.lines.map(lineOf);
  const at = lines.findIndex(({ key }) => key === "deadline");
  if (at < 0) return lines;
  const before: BreakdownLine = {
    key: "before",
    label: "Price before deadline",
    cents: priced.subtotalBeforeDeadlineCents,
    sub: true,
  };
  return lines.toSpliced(at, 0, before);
};

const blank: readonly BreakdownLine[] = [
  { key: "work", label: "Work", cents: null },
  { key: "deadline", label: "Deadline", cents: null },
];

/** What a later deadline would save, where there is one. */
const Later = ({ calculator, quote }: { calculator: Calculator; quote: Quote }) => {
  const later = laterDeadline(calculator.steps, quote.totalCents);
  return later && <BreakdownNote>{laterDeadlineWords(later, calculator.calculation.when.zone)}</BreakdownNote>;
};

/** Lines, total and notes of what the calculator holds; dotted blanks while an answer is missing. */
export const CalculatorLines = ({ calculator }: { calculator: Calculator }) => {
  const { quote } = calculator;
  if (!quote)
    return (
      <>
        <BreakdownLines lines={blank} />
        <BreakdownTotal cents={null} />
        <p className="small soft mt-3">The price appears when every answer is there.</p>
      </>
    );
  return (
    <>
      <BreakdownLines lines={breakdownLines(quote)} />
      <BreakdownTotal cents={quote.totalCents} state="live" />
      {quote.notes.map(({ code, message }) => (
        <BreakdownNote key={code}>{message}</BreakdownNote>
      ))}
    </>
  );
};

export const LaterNote = ({ calculator }: { calculator: Calculator }) =>
  calculator.quote && <Later calculator={calculator} quote={calculator.quote} />;

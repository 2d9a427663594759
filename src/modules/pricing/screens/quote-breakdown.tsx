import { formatUsd } from "#src/shared/money.ts";
import {
  type BreakdownLine,
  BreakdownLines,
  BreakdownNote,
  BreakdownTotal,
  ShortLines,
} from "#src/ui/price-breakdown.tsx";
import { laterDeadline, laterDeadlineMessage, type Quote } from "../index.ts";
import { breakdownLines } from "./breakdown-lines.ts";
import { workLabels } from "./field-labels.ts";
import type { Calculator } from "./use-calculator.ts";

const blank: readonly BreakdownLine[] = [
  { key: "work", label: "Work", cents: null },
  { key: "deadline", label: "Deadline", cents: null },
];

/** What a later deadline would save, where there is one. */
const Later = ({ calculator, quote }: { calculator: Calculator; quote: Quote }) => {
  const later = laterDeadline(calculator.steps, quote.totalCents);
  return later && <BreakdownNote>{laterDeadlineMessage(later)}</BreakdownNote>;
};

/** A deadline that changes nothing needs no price before it, and no arithmetic. */
const shortLinesOf = (quote: Quote): readonly BreakdownLine[] => {
  const lines = breakdownLines(quote);
  if (lines.at(-1)?.cents !== 0) return lines;
  return lines.filter(({ sub }) => !sub).map(({ why, ...line }) => (line.cents === 0 ? line : { ...line, why }));
};

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** One wrong answer keeps the lines of the last price, and says in the total's place what is wrong. */
const LinesOfLast = ({ calculator: { errors }, last }: { calculator: Calculator; last: Quote }) => {
  const [wrong] = errors;
  const label = wrong && workLabels[wrong.path];
  return (
    <>
      <div className="slip-last">
        <BreakdownLines lines={breakdownLines(last)} />
      </div>
      <p className="t2 mt-4">{wrong ? (label ? `${label}: ${lowerFirst(wrong.message)}` : wrong.message) : ""}</p>
      <p className="small soft mt-2">{`The last price was ${formatUsd(last.totalCents)}. The new price appears when you have answered.`}</p>
    </>
  );
};

/** Lines, total and notes of what the calculator holds; dotted blanks while an answer is missing. */
export const CalculatorLines = ({ calculator }: { calculator: Calculator }) => {
  const { quote } = calculator;
  if (!quote && calculator.last) return <LinesOfLast calculator={calculator} last={calculator.last} />;
  if (!quote)
    return (
      <>
        <BreakdownLines lines={blank} />
        <BreakdownTotal cents={null} />
        <p className="small soft mt-3">The price appears when you have answered everything.</p>
      </>
    );
  return (
    <>
      <ShortLines lines={shortLinesOf(quote)} />
      <BreakdownTotal cents={quote.totalCents} state="live" />
      {quote.notes.map(({ code, message }) => (
        <BreakdownNote key={code}>{message}</BreakdownNote>
      ))}
    </>
  );
};

export const LaterNote = ({ calculator }: { calculator: Calculator }) =>
  calculator.quote && <Later calculator={calculator} quote={calculator.quote} />;

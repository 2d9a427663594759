import type { Reason, Reasons } from "../domain/reasons.ts";
import { styleOutlierText } from "../domain/style-outliers.ts";

const shownMarks = 12;

/** Places on a bar of 100 that holds the usual range and this text, with a tenth of room at both ends. */
function barOf({ low, high, value }: Reason) {
  const [from, to] = [Math.min(low, value), Math.max(high, value)];
  const at = (one: number): number => 10 + (80 * (one - from)) / Math.max(1e-9, to - from);
  return { low: at(low), high: at(high), value: at(value) };
}

/** Where nine in ten human texts are, the side on which machines' texts are, and this text. The sentence beside it says it in words. */
const RangeBar = ({ reason }: { reason: Reason }) => {
  const { low, high, value } = barOf(reason);
  const side = reason.isMore ? { left: `${high}%`, right: "0" } : { left: "0", right: `${100 - low}%` };
  return (
    <span className="rbar" aria-hidden="true">
      <i className="people" style={{ left: `${low}%`, width: `${high - low}%` }} />
      <i className="machines" style={side} />
      <b style={{ left: `${value}%` }} />
    </span>
  );
};

export const RangeKey = () => (
  <p className="rkey mt-3">
    <span>
      <i className="people h-2 w-5.5" />
      nine in ten human texts
    </span>
    <span>
      <i className="machines h-2 w-5.5" />
      side of machine texts
    </span>
    <span>
      <i className="this h-4 w-[3px]" />
      this text
    </span>
  </p>
);

const Marks = ({ marks }: { marks: readonly number[] }) =>
  marks.length > 0 && (
    <p className="refs3">
      {marks.slice(0, shownMarks).map((mark) => (
        <a key={mark} href={`#s${mark}`} aria-label={`Go to mark ${mark}`}>
          {mark}
        </a>
      ))}
      {marks.length > shownMarks && `and ${marks.length - shownMarks} more`}
    </p>
  );

/** Ids of the reasons that the marks lead to, by mark; the first reason counts. */
export const reasonIds = ({ reasons, others }: Reasons): ReadonlyMap<number, string> => {
  const ids = new Map(others.map((mark) => [mark, "r0"]));
  for (const [at, { marks }] of reasons.entries())
    for (const mark of marks) if (!ids.has(mark)) ids.set(mark, `r${at + 1}`);
  return ids;
};

/** Why: the numbers of style that stand out, each with its range and the marks in the text that it belongs to. */
export const ReasonList = ({ why: { reasons, others }, level = 4 }: { why: Reasons; level?: 3 | 4 }) => {
  const Heading = `h${level}` as const;
  return (
    <ul className="reasons3">
      {reasons.map((reason, at) => (
        <li key={reason.name} id={`r${at + 1}`} tabIndex={-1}>
          <Heading>{reason.name}</Heading>
          <p>
            {reason.words.length > 0 && (
              <span translate="no">{`${reason.words.map((word) => `“${word}”`).join(", ")}. `}</span>
            )}
            {styleOutlierText(reason)}
          </p>
          <RangeBar reason={reason} />
          <Marks marks={reason.marks} />
        </li>
      ))}
      {others.length > 0 && (
        <li id="r0" tabIndex={-1}>
          <Heading>Runs of words</Heading>
          <p>Words follow each other here as they often do in machine texts. No single number explains it.</p>
          <Marks marks={others} />
        </li>
      )}
    </ul>
  );
};

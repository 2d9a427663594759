import type { Reasons } from "../domain/reasons.ts";
import type { Report } from "../domain/report.ts";
import { bandTexts } from "../domain/texts.ts";
import { MarkedParagraphs } from "./marked-text.tsx";
import { RangeKey, ReasonList } from "./reason-list.tsx";
import { Scale } from "./scale.tsx";

/** What an answer looks like: the model's own one to a text of ours, with its first reason. */
export const Example = ({ text, report, why }: { text: string; report: Report; why: Reasons }) => {
  const highlights = report.highlights.filter(({ to }) => to <= text.length);
  const [reason] = why.reasons;
  const isShown = (mark: number): boolean => mark <= highlights.length;
  const first = reason ? [{ ...reason, marks: reason.marks.filter(isShown) }] : [];
  const others = first.length > 0 ? [] : why.others.filter(isShown);
  return (
    <section className="example" aria-labelledby="example">
      <p className="small muted" id="example">{`Example, ${report.words} words, shortened`}</p>
      <MarkedParagraphs text={text} highlights={highlights} why={{ reasons: first, others }} />
      <h2 className="t2">{bandTexts[report.band].title}</h2>
      <Scale report={report} />
      <ReasonList why={{ reasons: first, others }} level={3} />
      {first.length > 0 && <RangeKey />}
    </section>
  );
};

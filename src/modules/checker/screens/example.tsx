import { bandTexts } from "../domain/texts.ts";
import type { ShownExample } from "./example.server.ts";
import { MarkedParagraphs } from "./marked-text.tsx";
import { RangeKey, ReasonList } from "./reason-list.tsx";
import { Scale } from "./scale.tsx";

/** What an answer looks like: the model's own one to a text of ours, with its first reason. */
export const Example = ({ example: { text, words, report, highlights, why } }: { example: ShownExample }) => (
  <section className="example" aria-labelledby="example">
    <p className="small muted" id="example">{`Example, ${words} words, shortened`}</p>
    <MarkedParagraphs text={text} highlights={highlights} why={why} />
    <h2 className="t2">{bandTexts[report.band].title}</h2>
    <Scale report={report} />
    <ReasonList why={why} level={3} />
    {why.reasons.length > 0 && <RangeKey />}
  </section>
);

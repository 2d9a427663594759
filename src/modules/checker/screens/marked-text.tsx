import { type Piece, paragraphsOf } from "../domain/pieces.ts";
import type { Report } from "../domain/report.ts";
import { levelLabels } from "../domain/texts.ts";

const Marked = ({ piece: { text, level, number } }: { piece: Piece }) =>
  level === null ? (
    text
  ) : (
    <mark className={level === "strong" ? "m3" : "m2"}>
      <span className="vh">{`Sentence ${number}, ${levelLabels[level]}: `}</span>
      {text}
    </mark>
  );

/** The checked text with its coloured sentences: the underline distinguishes the levels without colour. */
export const MarkedText = ({
  text,
  report,
  canChange = true,
}: {
  text: string;
  report: Report;
  canChange?: boolean;
}) => (
  <section className="sheet paper" aria-labelledby="your-text">
    <div className="paper-bar">
      <h2 className="label" id="your-text">
        {canChange ? "Your text" : "The text"}
      </h2>
      <span className="num small soft">{`${report.words.toLocaleString("en-US")} words`}</span>
      {canChange && (
        <a className="btn btn-quiet btn-sm no-print ml-auto" href="#change">
          Change it
        </a>
      )}
    </div>
    <div className="page-text">
      {paragraphsOf(text, report.highlights).map((pieces) => (
        <p key={pieces[0]?.key}>
          {pieces.map((piece) => (
            <Marked key={piece.key} piece={piece} />
          ))}
        </p>
      ))}
    </div>
    {report.highlights.length > 0 && (
      <p className="key">
        <mark className="m2">Some signs</mark>
        <mark className="m3">Strong signs</mark>
        <span className="small muted">Each sentence is judged with about 100 words around it.</span>
      </p>
    )}
  </section>
);

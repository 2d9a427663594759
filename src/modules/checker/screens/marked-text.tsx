import { useEffect } from "react";
import { Link } from "react-router";
import { counted } from "#src/shared/counted.ts";
import { cx } from "#src/ui/class-names.ts";
import { fieldId } from "#src/ui/field.tsx";
import { Icon, Plus } from "#src/ui/icons.tsx";
import type { Reasons } from "../domain/reasons.ts";
import type { Report } from "../domain/report.ts";
import { type Piece, paragraphsOf } from "../domain/report.ts";
import { levelLabels } from "../domain/texts.ts";
import { reasonIds } from "./reason-list.tsx";

/** The field is there before scripts are: the address shows it. */
const editHref = `#${fieldId("text")}`;

type MarkedProps = { piece: Piece; ends: boolean; reason: string | undefined };

const MarkNumber = ({ number, reason }: { number: number; reason: string | undefined }) => (
  <sup>
    {reason ? (
      <a href={`#${reason}`} aria-label={`Mark ${number}, see the reason`}>
        {number}
      </a>
    ) : (
      number
    )}
  </sup>
);

/** The last word keeps its number on its line. */
const Marked = ({ piece: { text, level, number }, ends, reason }: MarkedProps) => {
  if (level === null || number === null) return text;
  const lastSpace = ends ? text.lastIndexOf(" ") + 1 : text.length;
  return (
    <mark className={level === "strong" ? "m3" : "m2"} id={ends ? `s${number}` : undefined} tabIndex={-1}>
      <span className="vh">{`Mark ${number}, ${levelLabels[level]}: `}</span>
      {text.slice(0, lastSpace)}
      {ends && (
        <span className="nowrap">
          {text.slice(lastSpace)}
          <MarkNumber number={number} reason={reason} />
        </span>
      )}
    </mark>
  );
};

type TextProps = { text: string; highlights: Report["highlights"]; why: Reasons; className?: string };

/** A text with its marks: the underline tells their levels without colour, the number leads to the reason. */
export const MarkedParagraphs = ({ text, highlights, why, className }: TextProps) => {
  useMarkJumps();
  const ids = reasonIds(why);
  const paragraphs = paragraphsOf(text, highlights);
  const lastOf = new Map(paragraphs.flat().map(({ number, key }) => [number, key]));
  return (
    <div className={cx("page-text", className)}>
      {paragraphs.map((pieces) => (
        <p key={pieces[0]?.key}>
          {pieces.map((piece) => (
            <Marked
              key={piece.key}
              piece={piece}
              ends={lastOf.get(piece.number) === piece.key}
              reason={ids.get(piece.number ?? -1)}
            />
          ))}
        </p>
      ))}
    </div>
  );
};

type Props = {
  text: string;
  report: Report;
  why: Reasons;
  /** What Edit does where scripts work; without it the text cannot be changed here. */
  onEdit?: () => void;
};

/** The checked text on its sheet, with the ways to change it in place or to begin anew. */
export const MarkedText = ({ text, report, why, onEdit }: Props) => (
  <section className="sheet paper" aria-labelledby="your-text">
    <div className="flex min-h-14 flex-wrap items-center gap-x-4 border-b border-rule py-1 pr-4 pl-8 max-sm:pr-1 max-sm:pl-5">
      <h2 className="label" id="your-text">
        {onEdit ? "Your text" : "The text"}
      </h2>
      <span className="num small soft">
        {[
          counted(report.words, "word"),
          ...(report.highlights.length > 0 ? [counted(report.highlights.length, "mark")] : []),
        ].join(", ")}
      </span>
      {onEdit && (
        <span className="no-print ml-auto flex">
          <a
            className="btn btn-quiet btn-sm max-sm:px-2.5"
            href={editHref}
            onClick={(event) => {
              event.preventDefault();
              onEdit();
            }}
          >
            Edit
          </a>
          <Link className="btn btn-quiet btn-sm max-sm:px-2.5" to="/aichecker">
            <Icon of={Plus} />
            New text
          </Link>
        </span>
      )}
    </div>
    <MarkedParagraphs
      text={text}
      highlights={report.highlights}
      why={why}
      className="max-w-175 pt-7 pr-10 pb-8 pl-8 max-sm:p-5"
    />
    {report.highlights.length > 0 && (
      <p className="flex flex-wrap items-center gap-x-5 gap-y-2 border-t border-rule px-8 py-3 text-(length:--text-sm) max-sm:px-5">
        <mark className="m2 px-2 py-0.5">Some signs</mark>
        <mark className="m3 px-2 py-0.5">Strong signs</mark>
        <span className="small muted">Each sentence is judged with about 100 words around it.</span>
      </p>
    )}
  </section>
);

const shownMs = 2_000;

/** What is led to takes the focus and is outlined for two seconds. */
function jump(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a[href^='#s'], a[href^='#r']") : null;
  const to = link && document.getElementById(link.getAttribute("href")?.slice(1) ?? "");
  if (!to) return;
  event.preventDefault();
  to.scrollIntoView({ block: "center" });
  to.focus({ preventScroll: true });
  to.classList.add("here");
  setTimeout(() => to.classList.remove("here"), shownMs);
}

/**
 * A number leads to its mark, and a mark to its reason, inside this page: followed by the router, the link would drop the
 * answer, which has no address.
 */
const useMarkJumps = (): void => {
  useEffect(() => {
    document.addEventListener("click", jump);
    return () => document.removeEventListener("click", jump);
  }, []);
};

import { useEffect, useMemo, useState } from "react";
import { Link } from "react-router";
import { type ReadingPart, readingParts } from "#src/modules/orders/index.ts";
import { ChevronDown, Icon } from "#src/ui/icons.tsx";
import { PrintButton } from "#src/ui/reading.tsx";
import { ChangedParts, CompareForm, changesLine } from "./changed-text.tsx";
import type { ShownChanges } from "./text-changes.server.ts";

type Heading = ReadingPart;

/** The heading that one reads under: the last one above the upper third of the window. */
function useHere(headings: readonly Heading[]): string | undefined {
  const [here, setHere] = useState(headings[0]?.id);
  useEffect(() => {
    const look = () => {
      const above = headings.findLast(({ id }) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top;
        return top !== undefined && top < innerHeight / 3;
      });
      setHere(above?.id ?? headings[0]?.id);
    };
    addEventListener("scroll", look, { passive: true });
    return () => removeEventListener("scroll", look);
  }, [headings]);
  return here;
}

const Contents = ({ headings }: { headings: readonly Heading[] }) => {
  const here = useHere(headings);
  return (
    <nav className="toc no-print" aria-label="Contents">
      <details>
        <summary>
          {`Contents, ${headings.length} parts`} <Icon of={ChevronDown} />
        </summary>
        <ol>
          {headings.map(({ id, text }) => (
            <li key={id}>
              <a href={`#${id}`} aria-current={id === here ? "location" : undefined}>
                {text}
              </a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
};

const Parts = ({ parts }: { parts: readonly ReadingPart[] }) =>
  parts.map((part) =>
    part.kind === "heading" ? (
      <h3 key={part.id} id={part.id}>
        {part.text}
      </h3>
    ) : (
      <p key={part.id} className="whitespace-pre-wrap">
        {part.text}
      </p>
    ),
  );

type Props = {
  /** "Version 2". */
  name: string;
  text: string;
  /** The path of the licence; null hides the sentence about it. */
  licence: string | null;
  number: number;
  changes: ShownChanges | null;
};

/** A delivered text, set to be read and printed, with its headings beside it. */
export const Reader = ({ name, text, licence, number, changes }: Props) => {
  const parts = useMemo(() => readingParts(text), [text]);
  const headings = useMemo(() => parts.filter(({ kind }) => kind === "heading"), [parts]);
  const contents = headings.length > 1;
  return (
    <section className={contents ? "sheet reader" : "sheet reader alone"} id="text" aria-labelledby="text-title">
      <div className="reader-top">
        <h2 className="t2" id="text-title">
          The text<span className="vh">{` of ${name.toLowerCase()}`}</span>
        </h2>
        <div className="row items-center [--gap:4px_16px]">
          {changes && <CompareForm changes={changes} number={number} />}
          <PrintButton />
        </div>
      </div>
      {contents && <Contents headings={headings} />}
      <article className="page-text wrap-anywhere" dir="auto">
        {changes?.parts ? (
          <>
            <p className="changes-line" role="status">
              {changesLine(changes.parts)}
            </p>
            <ChangedParts parts={changes.parts} />
          </>
        ) : (
          <Parts parts={parts} />
        )}
      </article>
      {licence && (
        <p className="reader-foot">
          {licence} <Link to="/licence">Licence</Link> <Link to="/honest-use/students">How to use it</Link>
        </p>
      )}
    </section>
  );
};

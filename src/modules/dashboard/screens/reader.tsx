import { useEffect, useMemo, useState } from "react";
import { Link, useSubmit } from "react-router";
import { type ChangedPart, type ReadingPart, readingParts } from "#src/modules/orders/index.ts";
import { counted } from "#src/shared/counted.ts";
import { Button } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { Form } from "#src/ui/form.tsx";
import { ChevronDown, Icon } from "#src/ui/icons.tsx";
import { NoScript } from "#src/ui/no-script.tsx";
import { PrintButton } from "#src/ui/reading.tsx";
import type { ShownChanges } from "./order-content.server.ts";

const Caret = () => (
  <svg className="caret" viewBox="0 0 12 9" aria-hidden="true">
    <path d="m1 8 5-7 5 7" strokeLinecap="round" strokeLinejoin="round" />
  </svg>
);

/** Visual marks, and the same in words for screen readers. */
const Pieces = ({ pieces }: Pick<ChangedPart, "pieces">) => {
  let at = 0;
  return pieces.map(({ mark, text }) => {
    at += text.length + 1;
    if (mark === "same") return <span key={at}>{text}</span>;
    if (mark === "cut")
      return (
        <del className="cut text-ink-3" key={at}>
          <span className="vh"> removed: </span>
          {text}
          <span className="vh"> end of removed </span>
        </del>
      );
    return (
      <ins className="add not-italic" key={at}>
        <Caret />
        <span className="vh"> added: </span>
        {text}
        <span className="vh"> end of added </span>
      </ins>
    );
  });
};

export const ChangedParts = ({ parts }: { parts: readonly ChangedPart[] }) =>
  parts.map(({ kind, id, pieces }) =>
    kind === "heading" ? (
      <h3 key={id} id={id}>
        <Pieces pieces={pieces} />
      </h3>
    ) : (
      <p key={id} id={id} className="whitespace-pre-wrap">
        <Pieces pieces={pieces} />
      </p>
    ),
  );

/** "2 passages removed, 3 added." */
export function changesLine(parts: readonly ChangedPart[]): string {
  const marks = parts.flatMap(({ pieces }) => pieces.map(({ mark }) => mark));
  const [cut, added] = [marks.filter((one) => one === "cut").length, marks.filter((one) => one === "added").length];
  if (cut + added === 0) return "The text is the same.";
  const message = [cut > 0 && `${counted(cut, "passage")} removed`, added > 0 && `${counted(added, "passage")} added`];
  return `${message.filter(Boolean).join(", ")}.`;
}

/** Shows what changed, or the text alone; without scripts by the button beside it. */
export const CompareForm = ({ changes: { since, parts }, number }: { changes: ShownChanges; number: number }) => {
  const submit = useSubmit();
  return (
    <Form method="get" action="#text" className="no-print flex items-center gap-2" preventScrollReset>
      <input type="hidden" name="text" value={number} />
      <label className="check items-center py-1.5 text-[1rem]">
        <input
          className="m-0"
          type="checkbox"
          name="compare"
          value="1"
          key={String(parts !== null)}
          defaultChecked={parts !== null}
          onChange={({ currentTarget }) => void submit(currentTarget.form, { preventScrollReset: true })}
        />
        <span>{`Show what changed since ${since}`}</span>
      </label>
      <NoScript>
        <Button small variant="outline">
          Show
        </Button>
      </NoScript>
    </Form>
  );
};

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
    <nav
      className="toc no-print border-r border-rule py-6 pr-3 pl-8 max-md:border-r-0 max-md:border-b max-md:px-5 max-md:py-0 lg:max-[1200px]:border-r-0 lg:max-[1200px]:border-b lg:max-[1200px]:border-rule lg:max-[1200px]:px-8 lg:max-[1200px]:py-3.5"
      aria-label="Contents"
    >
      <details>
        <summary className="hidden min-h-12 items-center justify-between font-semibold max-md:flex">
          {`Contents, ${headings.length} parts`} <Icon of={ChevronDown} />
        </summary>
        <ol className="top-6 [position:sticky] lg:max-[1200px]:static lg:max-[1200px]:flex lg:max-[1200px]:flex-wrap lg:max-[1200px]:gap-x-5">
          {headings.map(({ id, text }) => (
            <li key={id}>
              <a
                className="-ml-3.5 block border-l-2 border-transparent py-[7px] pl-3 text-sm/5 wrap-anywhere text-ink-2 no-underline hover:text-pen aria-[current]:border-pen aria-[current]:font-semibold aria-[current]:not-hover:text-ink max-md:m-0 max-md:border-0 max-md:py-3 max-md:pl-0"
                href={`#${id}`}
                aria-current={id === here ? "location" : undefined}
              >
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
    <section
      className={cx(
        "sheet grid grid-cols-1 border-rule-strong",
        contents && "md:max-lg:grid-cols-[11.5rem_minmax(0,1fr)] min-[1200px]:grid-cols-[11.5rem_minmax(0,1fr)]",
      )}
      id="text"
      aria-labelledby="text-title"
    >
      <div className="col-span-full flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-rule-strong py-3.5 pr-6 pl-8 max-md:px-5 max-md:py-3">
        <h2 className="t2" id="text-title">
          The text<span className="vh">{` of ${name.toLowerCase()}`}</span>
        </h2>
        <div className="row items-center [--gap:4px_16px]">
          {changes && <CompareForm changes={changes} number={number} />}
          <PrintButton />
        </div>
      </div>
      {contents && <Contents headings={headings} />}
      <article
        className="page-text min-w-0 max-w-[42rem] pt-7 pr-11 pb-9 pl-9 wrap-anywhere max-md:px-5 max-md:pt-6 max-md:pb-7"
        dir="auto"
      >
        {changes?.parts ? (
          <>
            <p className="mb-5 font-sans text-sm text-ink-3" role="status">
              {changesLine(changes.parts)}
            </p>
            <ChangedParts parts={changes.parts} />
          </>
        ) : (
          <Parts parts={parts} />
        )}
      </article>
      {licence && (
        <p className="col-span-full border-t border-rule px-8 py-3.5 text-sm text-ink-3 max-md:px-5">
          {licence} <Link to="/licence">Licence</Link> <Link to="/honest-use/students">How to use it</Link>
        </p>
      )}
    </section>
  );
};

import { createElement, Fragment, type ReactNode } from "react";
import {
  type BlockGroup,
  blockNodes,
  groupsOf,
  type Heading,
  inlineNodes,
  wordsOf,
} from "#src/modules/operator/index.screens.ts";
import type { Block, PageText } from "#src/modules/operator/index.server.ts";
import { LongPage, LongPart } from "#src/ui/long-page.tsx";
import { Prose } from "#src/ui/reading.tsx";

type Parts = Readonly<Record<string, ReactNode>>;

/** Children that stay in their order, so none of them needs a key. */
const inside = (children: readonly ReactNode[]): ReactNode => createElement(Fragment, null, ...children);

type Text = Extract<Block, { kind: "text" }>;

/** A point that begins with bold words: the term and what it means; null for any other. */
function termIn([only, ...more]: readonly Block[]) {
  if (more.length > 0 || only?.kind !== "text") return null;
  const [term, next = "", ...rest] = only.of;
  if (typeof term !== "object" || term.kind !== "strong") return null;
  return { term: term.of, meaning: [typeof next === "string" ? next.trimStart() : next, ...rest] };
}

const Rules = ({ rules }: { rules: readonly NonNullable<ReturnType<typeof termIn>>[] }) => (
  <dl className="mt-4 border-t border-rule-strong">
    {inside(
      rules.map(({ term, meaning }) =>
        createElement(
          "div",
          {
            className: "grid grid-cols-1 gap-x-8 gap-y-1 border-b border-rule py-4 md:grid-cols-[14rem_minmax(0,1fr)]",
          },
          <dt className="font-display text-[1.375rem]/7 font-[460] tracking-[-0.01em] normal-nums">
            {inlineNodes(term)}
          </dt>,
          <dd className="max-w-160 text-pretty text-ink-2">{inlineNodes(meaning)}</dd>,
        ),
      ),
    )}
  </dl>
);

/** A paragraph in italics alone is a note. */
const paragraph = ({ of }: Text, first: boolean, quiet: boolean): ReactNode => {
  const [only] = of;
  if (of.length === 1 && typeof only === "object" && only.kind === "em")
    return <p className="small muted mt-5">{inlineNodes(only.of)}</p>;
  if (!quiet) return <p>{inlineNodes(of)}</p>;
  return <p className={first ? "soft" : "soft mt-3"}>{inlineNodes(of)}</p>;
};

function node(block: Block, parts: Parts, first: boolean, quiet: boolean): ReactNode {
  if (block.kind === "text") return paragraph(block, first, quiet);
  if (block.kind === "part") return blockNodes([block], parts);
  const terms = block.kind === "list" ? block.items.map(termIn) : [];
  const rules = terms.filter((one) => one !== null);
  if (rules.length > 0 && rules.length === terms.length) return <Rules rules={rules} />;
  return <Prose>{blockNodes([block], parts)}</Prose>;
}

const nodes = (blocks: readonly Block[], parts: Parts, quiet = true): ReactNode =>
  inside(blocks.map((block, at) => node(block, parts, at === 0, quiet)));

/** Points of a part with titles of their own: the first at the left, the others beside it. */
const Points = ({ points, parts }: { points: readonly BlockGroup[]; parts: Parts }) => {
  const shown = (group: readonly BlockGroup[]) => (
    <div>
      {inside(
        group.map(({ heading, blocks }, at) => (
          <>
            {heading && <h3 className={at === 0 ? "t3" : "t3 mt-6"}>{inlineNodes(heading.of)}</h3>}
            {nodes(blocks, parts, false)}
          </>
        )),
      )}
    </div>
  );
  return (
    <div className="when-late mt-5 grid grid-cols-1 gap-x-14 gap-y-8 md:grid-cols-2">
      {shown(points.slice(0, 1))}
      {points.length > 1 && shown(points.slice(1))}
    </div>
  );
};

/** A part in the list of contents: its title without a number. */
const lineOf = (heading: Heading) => ({ id: heading.id, label: wordsOf(heading.of).replace(/^\d+\. /, "") });

type PartProps = { blocks: readonly Block[]; parts: Parts };

/** Facts side by side: titles of the third level each begin a point. */
const FactsPart = ({ blocks, parts }: PartProps) => {
  const [before, ...points] = groupsOf(blocks, 3);
  const loose = before && before.heading === null ? before.blocks : [];
  const titled = before && before.heading !== null ? [before, ...points] : points;
  return (
    <>
      {nodes(loose, parts)}
      {titled.length > 0 && <Points points={titled} parts={parts} />}
    </>
  );
};

/** What the page itself draws between paragraphs. */
const isDrawn = (block: Block): boolean =>
  block.kind === "part" || (block.kind === "table" && block.caption !== undefined);

/** Paragraphs in a readable measure, and between them what the page draws. */
const ProsePart = ({ blocks, parts }: PartProps) => {
  const runs = blocks.reduce<Block[][]>((all, block) => {
    const last = all.at(-1)?.[0];
    if (last && !isDrawn(last) && !isDrawn(block)) all.at(-1)?.push(block);
    else all.push([block]);
    return all;
  }, []);
  const shown = (run: Block[]) => {
    const words = blockNodes(run, parts);
    return run.some(isDrawn) ? words : <Prose>{words}</Prose>;
  };
  return <>{inside(runs.map(shown))}</>;
};

type Props = {
  page: PageText;
  /** What the page itself puts between words. */
  parts: Parts;
  /** Paragraphs alone; what stands after a line belongs to no part. */
  prose?: boolean;
  /** Before the first part. */
  children?: ReactNode;
  /** A part of the page itself, after those of the text. */
  last?: { id: string; title: string; part: ReactNode };
};

/** A long page of Markdown: its list of contents, and its parts. */
export const LongText = ({ page, parts, prose = false, children, last }: Props) => {
  const line = prose ? page.blocks.findIndex(({ kind }) => kind === "rule") : -1;
  const end = line < 0 ? page.blocks.length : line;
  const groups = groupsOf(page.blocks.slice(0, end), 2);
  const headings = groups.flatMap(({ heading }) => (heading ? [heading] : []));
  const Part = prose ? ProsePart : FactsPart;
  return (
    <LongPage
      title={page.title}
      lede={page.lede && inlineNodes(page.lede)}
      lines={[...headings.map(lineOf), ...(last ? [{ id: last.id, label: last.title }] : [])]}
    >
      {children}
      {groups.map(({ heading, blocks }) =>
        heading ? (
          <LongPart key={heading.id} id={heading.id} title={wordsOf(heading.of)}>
            <Part blocks={blocks} parts={parts} />
          </LongPart>
        ) : (
          <section key="">
            <Part blocks={blocks} parts={parts} />
          </section>
        ),
      )}
      {last && (
        <LongPart id={last.id} title={last.title}>
          {last.part}
        </LongPart>
      )}
      {blockNodes(page.blocks.slice(end + 1), parts)}
    </LongPage>
  );
};

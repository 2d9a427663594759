import { createElement, Fragment, type ReactNode } from "react";
import { inlineNodes } from "#src/modules/operator/index.screens.ts";
import type { Block, SampleText } from "#src/modules/operator/index.server.ts";
import { Add, Cut } from "#src/ui/marks.tsx";

/** Children that stay in their order, so none of them needs a key. */
const inside = (children: readonly ReactNode[]): ReactNode => createElement(Fragment, null, ...children);

/** Bold is what was added, struck what was cut. */
const marks = {
  strong: (words: ReactNode) => <Add>{words}</Add>,
  s: (words: ReactNode) => <Cut>{words}</Cut>,
};

const paragraph = (block: Block): ReactNode =>
  block.kind === "code" ? (
    <pre className="whitespace-pre-wrap text-sm">
      <code translate="no">{block.text.trimEnd()}</code>
    </pre>
  ) : (
    block.kind === "text" && <p>{inlineNodes(block.of, marks)}</p>
  );

/** One model text with the writer's notes beside it. */
export const ModelText = ({ name, title, kind, text, notes }: SampleText) => (
  <section className="defer-render" aria-labelledby={name}>
    <h2 className="t1" id={name}>
      {title}
    </h2>
    <p className="soft mt-2 max-w-152">{inlineNodes(kind)}</p>
    <figure className="specimen">
      <div className="page-text">{inside(text.map(paragraph))}</div>
      <figcaption>{inside(notes.map((note) => createElement("p", null, inlineNodes(note))))}</figcaption>
    </figure>
  </section>
);

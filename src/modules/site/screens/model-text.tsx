import { createElement, type ReactNode } from "react";
import { Add, Cut } from "#src/ui/marks.tsx";
import type { Model, Stretch } from "./model-texts.server.ts";

const piece = (of: Stretch): ReactNode => {
  if (typeof of === "string") return of;
  if ("cut" in of) return <Cut>{of.cut}</Cut>;
  if ("add" in of) return <Add>{of.add}</Add>;
  return "em" in of ? <em>{of.em}</em> : <br />;
};

const Text = ({ text }: Pick<Model, "text">) =>
  "code" in text ? (
    <pre className="whitespace-pre-wrap text-sm">
      <code translate="no">{text.code}</code>
    </pre>
  ) : (
    text.paragraphs.map((stretches) => createElement("p", { key: JSON.stringify(stretches) }, ...stretches.map(piece)))
  );

/** One model text with the writer's notes beside it. */
export const ModelText = ({ name, title, kind, text, notes }: Model) => (
  <section className="defer-render" aria-labelledby={`model-${name}`}>
    <h2 className="t1" id={`model-${name}`}>
      {title}
    </h2>
    <p className="soft">{`${kind}. We wrote this text for this page. It is not from an order.`}</p>
    <figure className="specimen">
      <div className="page-text">
        <Text text={text} />
      </div>
      <figcaption>
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </figcaption>
    </figure>
  </section>
);

import { useSubmit } from "react-router";
import type { ChangedPart } from "#src/modules/orders/index.ts";
import { counted } from "#src/shared/counted.ts";
import { Button } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { NoScript } from "#src/ui/no-script.tsx";
import type { ShownChanges } from "./text-changes.server.ts";

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
        <del className="cut" key={at}>
          <span className="vh"> removed: </span>
          {text}
          <span className="vh"> end of removed </span>
        </del>
      );
    return (
      <ins className="add" key={at}>
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
    <Form method="get" action="#text" className="compare no-print" preventScrollReset>
      <input type="hidden" name="text" value={number} />
      <label className="check">
        <input
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

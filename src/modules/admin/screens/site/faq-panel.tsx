import { counted } from "#src/shared/counted.ts";
import type { FieldError } from "#src/shared/outcome.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { ChevronDown, Icon } from "#src/ui/icons.tsx";
import { Input, Textarea } from "#src/ui/inputs.tsx";
import { Status } from "#src/ui/status.tsx";
import type { FaqRow, FaqText } from "../../pages/faq-rows.ts";
import type { PageEditor } from "../../pages/page-editor.ts";
import { Problems, Values } from "./page-text.tsx";

type RowProps = { row: FaqRow; at: number; of: number; open: boolean; errors: readonly string[] };

const Step = ({ step, at, children }: { step: "up" | "down" | "delete"; at: number; children: string }) => (
  <Button name="step" value={`row:${step}:${at}`} variant="quiet" small>
    {children}
    <span className="vh">{` question ${at + 1}`}</span>
  </Button>
);

/** The field of a row that a message is about. */
const fieldOf = (message: string): keyof FaqRow => {
  if (message === "Write the question.") return "ask";
  return message === "Write its group." ? "group" : "answer";
};

const Row = ({ row: { group, ask, answer }, at, of, open, errors }: RowProps) => {
  const errorOf = (field: keyof FaqRow) => errors.find((message) => fieldOf(message) === field);
  return (
    <details className="faq-row" open={open}>
      <summary>
        <span className="num muted">{at + 1}</span>
        <b>{ask || "New question"}</b>
        {errors.length > 0 ? (
          <Status shape="alert">Must be corrected</Status>
        ) : (
          <span className="small soft">{group}</span>
        )}
        <Icon of={ChevronDown} />
      </summary>
      <div className="stack [--gap:16px]">
        <Field name={`ask.${at}`} label="Question" error={errorOf("ask")}>
          <Input defaultValue={ask} autoFocus={open} />
        </Field>
        <Field
          name={`answer.${at}`}
          label="Answer"
          hint="- point, **bold**, [words](https://address), {{value from settings}}. No HTML."
          error={errorOf("answer")}
        >
          <Textarea rows={5} defaultValue={answer} spellCheck />
        </Field>
        <Field name={`group.${at}`} label="Group" help="A new name makes a new group." error={errorOf("group")}>
          <Input defaultValue={group} list="faq-groups" autoComplete="off" />
        </Field>
        <div className="row [--gap:4px]">
          {at > 0 && (
            <Step step="up" at={at}>
              Move up
            </Step>
          )}
          {at < of - 1 && (
            <Step step="down" at={at}>
              Move down
            </Step>
          )}
          <Step step="delete" at={at}>
            Delete
          </Step>
        </div>
      </div>
    </details>
  );
};

/** A row is known by its place: its words change while somebody types. */
const placed = (rows: readonly FaqRow[]) => rows.map((row, at) => ({ row, at }));

/** What is wrong in a row, without its name. */
function errorsOf(errors: readonly FieldError[], at: number): string[] {
  const name = `Question ${at + 1}: `;
  return errors.flatMap(({ message }) => {
    if (!message.startsWith(name)) return [];
    const words = message.slice(name.length);
    return [words.charAt(0).toUpperCase() + words.slice(1)];
  });
}

type Props = { faq: FaqText; open: number | null } & Pick<PageEditor, "errors" | "problems" | "placeholders">;

/** The questions of the page as rows, in the order in which visitors read them; `open`: the row that was changed last. */
export const FaqPanel = ({ faq: { head, rows }, open, errors, problems, placeholders }: Props) => (
  <Panel title="Questions and answers" aside={<span className="small muted">{counted(rows.length, "question")}</span>}>
    <input type="hidden" name="rows" value="on" />
    <div className="panel-pad">
      <Field name="head" label="Title and first sentence">
        <Textarea rows={3} defaultValue={head} spellCheck />
      </Field>
    </div>
    <datalist id="faq-groups">
      {[...new Set(rows.map(({ group }) => group))].map((group) => (
        <option key={group} value={group} />
      ))}
    </datalist>
    {placed(rows).map(({ row, at }) => (
      <Row key={at} row={row} at={at} of={rows.length} open={at === open} errors={errorsOf(errors, at)} />
    ))}
    <div className="panel-pad faq-add">
      <Button name="step" value="row:add" variant="outline" small>
        Add a question
      </Button>
    </div>
    <Problems problems={problems} />
    <Values placeholders={placeholders} />
  </Panel>
);

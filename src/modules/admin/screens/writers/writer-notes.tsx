import { formatMoment } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Field } from "#src/ui/field.tsx";
import { Textarea } from "#src/ui/inputs.tsx";
import { refusedIn, StepForm } from "../orders/step-form.tsx";
import type { Refused } from "../orders/submit-order-step.server.ts";
import type { WriterPageData } from "./writer.server.ts";

type Props = { data: WriterPageData; refused: Refused | undefined };

/** What the team says about a writer, and a form for more. */
export const NotesPanel = ({ data: { writer, zone }, refused }: Props) => {
  const mine = refusedIn(refused, "note");
  const wrong = mine?.errors["note.text"] ?? mine?.errors["note.note"];
  return (
    <Panel title="Notes of our team" aside={<span className="small muted">the writer does not see them</span>} pad>
      {writer.notes.length > 0 && (
        <ul className="stack mb-5 [--gap:16px]">
          {writer.notes.map(({ id, text, author, at }) => (
            <li key={id}>
              <p>
                <b className="strong">{author}</b> <span className="small muted num">{formatMoment(at, zone)}</span>
              </p>
              <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
            </li>
          ))}
        </ul>
      )}
      <StepForm
        key={writer.notes[0]?.id ?? "first"}
        step="note"
        version={writer.version}
        refused={refused}
        label="Add the note"
        busyLabel="Adding"
        variant="outline"
      >
        <Field name="note.note" label="A note" error={wrong}>
          <Textarea rows={3} maxLength={2000} defaultValue={mine?.values.note} />
        </Field>
      </StepForm>
    </Panel>
  );
};

import { academicLevels, gradeOf, levelLabels } from "#src/modules/writing/index.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Field } from "#src/ui/field.tsx";
import { BareSelect, Input, Select } from "#src/ui/inputs.tsx";
import { Stepper } from "#src/ui/stepper.tsx";
import { refusedIn, StepForm } from "../orders/step-form.tsx";
import type { Refused } from "../orders/submit-order-step.server.ts";
import type { WriterPageData } from "./writer.server.ts";

type Props = { data: WriterPageData; refused: Refused | undefined };

const open = ({ writer }: WriterPageData): boolean => writer.isWriter;

/** Grade, an own share, and how many orders at once. */
export const TermsPanel = ({ data, refused }: Props) => {
  const { writer, fresh } = data;
  if (!open(data)) return null;
  const mine = refusedIn(refused, "terms");
  const { grades, usualShare, pays } = writer;
  const paid = gradeOf(grades, writer.grade).share ?? usualShare;
  return (
    <Panel title="Terms of work" pad>
      <StepForm
        step="terms"
        version={writer.version}
        refused={refused}
        label="Save the terms"
        busyLabel="Saving"
        variant="outline"
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <Field name="terms.grade" label="Grade" error={mine?.errors["terms.grade"]}>
            <Select
              defaultValue={mine?.values.grade ?? String(Math.min(writer.grade, grades.length))}
              choices={grades.map(({ name }, at) => ({ value: String(at + 1), label: name }))}
            />
          </Field>
          <Field name="terms.capacity" label="Orders at the same time" error={mine?.errors["terms.capacity"]}>
            <Stepper unit="order" min={0} max={100} defaultValue={mine?.values.capacity ?? writer.capacity} />
          </Field>
        </div>
        <Field
          name="terms.sharePercent"
          label="Own share of the price, percent"
          hint={`Empty: the share of the grade, ${paid}%. New offers have ${pays}%. Earlier offers keep their share.`}
          error={mine?.errors["terms.sharePercent"]}
          optional
        >
          <Input
            inputMode="numeric"
            maxLength={3}
            defaultValue={mine?.values.sharePercent ?? writer.sharePercent ?? ""}
          />
        </Field>
        {!fresh && (
          <p className="small muted">
            To change the grade or share, first confirm that it is you, because your sign-in is more than ten minutes
            old.
          </p>
        )}
      </StepForm>
    </Panel>
  );
};

const spare = 3;
const none = { name: "", upTo: "bachelor" as const };

/** A row a subject; an empty one is left out, so that a subject goes by choosing none. */
export const SubjectsPanel = ({ data, refused }: Props) => {
  const { writer, subjects } = data;
  if (!open(data)) return null;
  const mine = refusedIn(refused, "subjects");
  const rows = [...writer.subjects, ...Array.from({ length: spare }, () => none)].map((one, at) => ({ ...one, at }));
  const known = [...new Set([...subjects, ...writer.subjects.map(({ name }) => name)])].toSorted();
  return (
    <Panel title="Subjects, up to" pad>
      {writer.subjects.length === 0 && <p className="soft">No subjects are chosen, so every subject fits.</p>}
      <ul>
        {writer.subjects.map(({ name, upTo }) => (
          <li key={name} className="flex justify-between gap-3 border-b border-rule py-[7px] first:border-t">
            {name} <span className="text-ink-3">{levelLabels[upTo]}</span>
          </li>
        ))}
      </ul>
      <details key={writer.version} open={mine !== undefined}>
        <summary className="small fold-link">Change subjects</summary>
        <StepForm
          step="subjects"
          version={writer.version}
          refused={refused}
          label="Save the subjects"
          busyLabel="Saving"
          variant="outline"
        >
          <ul className="border-t border-rule">
            {rows.map(({ name, upTo, at }) => (
              <li key={at} className="grid grid-cols-[minmax(0,1fr)_8rem] gap-2 border-b border-rule py-1.5">
                <BareSelect
                  name={`subjects.name-${at}`}
                  aria-label={`Subject ${at + 1}`}
                  defaultValue={mine?.values[`name-${at}`] ?? name}
                  choices={[{ value: "", label: name ? "Remove it" : "Add a subject" }, ...known.map(choice)]}
                />
                <BareSelect
                  name={`subjects.upTo-${at}`}
                  aria-label={`Level of subject ${at + 1}`}
                  defaultValue={mine?.values[`upTo-${at}`] ?? upTo}
                  choices={academicLevels.map((value) => ({ value, label: levelLabels[value] }))}
                />
              </li>
            ))}
          </ul>
        </StepForm>
      </details>
    </Panel>
  );
};

const choice = (value: string) => ({ value, label: value });

/** The days without new offers; what is in work stays. */
export const HolidayPanel = ({ data, refused }: Props) => {
  const { writer } = data;
  if (!open(data)) return null;
  const mine = refusedIn(refused, "holiday");
  const day = (name: "awayFrom" | "awayUntil", label: string) => (
    <Field name={`holiday.${name}`} label={label} error={mine?.errors[`holiday.${name}`]}>
      <Input type="date" defaultValue={mine?.values[name] ?? writer[name] ?? ""} />
    </Field>
  );
  return (
    <Panel title="Days off" pad>
      <StepForm
        step="holiday"
        version={writer.version}
        refused={refused}
        label="Save the days"
        busyLabel="Saving"
        variant="outline"
      >
        <div className="grid gap-4 sm:grid-cols-2">
          {day("awayFrom", "First day")}
          {day("awayUntil", "Last day")}
        </div>
        <p className="small muted">Both empty: no days off.</p>
      </StepForm>
    </Panel>
  );
};

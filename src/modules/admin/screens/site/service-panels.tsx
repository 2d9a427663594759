import type { ServiceSource } from "#src/modules/catalogue/index.server.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { Checkbox } from "#src/ui/choices.tsx";
import { Field } from "#src/ui/field.tsx";
import { Input, Select, Textarea } from "#src/ui/inputs.tsx";
import type { ServiceEditor } from "../../services/services-editor.ts";

export type Begun = {
  source: ServiceSource;
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
};

const counts = (text: string, most: number): string => `${[...text.trim()].length} of at most ${most} characters.`;

type TextName = "name" | "item" | "summary" | "lede" | "send" | "gets" | "title" | "description" | "slug";
const begunText = ({ source, values }: Begun, name: TextName): string => values[name] ?? source[name];

/** What the service is called and where visitors find it. */
export const NamePanel = ({ begun, editor }: { begun: Begun; editor: ServiceEditor }) => (
  <Panel title="Name and address" pad>
    <Checkbox name="on" defaultChecked={begun.values.form ? begun.values.on === "on" : begun.source.on}>
      This service is public
    </Checkbox>
    <div className="mt-4 grid grid-cols-1 gap-x-6 gap-y-4 md:grid-cols-2">
      <Field name="name" label="Name" help="At most 40 characters." error={begun.errors.name}>
        <Input defaultValue={begunText(begun, "name")} />
      </Field>
      <Field name="item" label="Word on the button" help="After “Order this”, such as essay." error={begun.errors.item}>
        <Input defaultValue={begunText(begun, "item")} />
      </Field>
      <Field
        name="slug"
        label="Address"
        hint={<span translate="no">{`/${begun.source.family}/`}</span>}
        help={
          editor.movedFrom
            ? `The old address “${editor.movedFrom}” leads to the new one, for good.`
            : "When you change it, the old address leads to the new one."
        }
        error={begun.errors.slug}
        className="col-span-full"
      >
        <Input defaultValue={begunText(begun, "slug")} translate="no" autoCapitalize="none" spellCheck={false} />
      </Field>
    </div>
  </Panel>
);

/** What its page says. */
export const TextsPanel = ({ begun, names }: { begun: Begun; names: readonly string[] }) => (
  <Panel title="Text" aside={<span className="small muted">plain text and values from settings</span>} pad>
    <div className="stack [--gap:16px]">
      <Field
        name="summary"
        label="Short text"
        help={`In lists and search results. ${counts(begunText(begun, "summary"), 160)}`}
        error={begun.errors.summary}
      >
        <Textarea rows={2} defaultValue={begunText(begun, "summary")} spellCheck />
      </Field>
      <Field
        name="lede"
        label="At the top of its page"
        help={counts(begunText(begun, "lede"), 300)}
        error={begun.errors.lede}
      >
        <Textarea rows={3} defaultValue={begunText(begun, "lede")} spellCheck />
      </Field>
      <Field name="send" label="What we need from you" help="One point a line, at most 6." error={begun.errors.send}>
        <Textarea rows={5} defaultValue={begunText(begun, "send")} spellCheck />
      </Field>
      <Field name="gets" label="What comes back" help="One point a line, at most 6." error={begun.errors.gets}>
        <Textarea rows={5} defaultValue={begunText(begun, "gets")} spellCheck />
      </Field>
      <details className="their-changes">
        <summary>Values from settings</summary>
        <p className="small soft">{names.map((name) => `{{${name}}}`).join(", ")}</p>
      </details>
    </div>
  </Panel>
);

/** A question is known by its place: its words change while somebody types. */
const placed = <T,>(rows: readonly T[]) => rows.map((row, at) => ({ row, at }));

type QuestionsProps = { begun: Begun; samples: ServiceEditor["samples"]; more: boolean };

/** The sample and the questions of the page; every page has those about all services, too. */
export const QuestionsPanel = ({ begun, samples, more }: QuestionsProps) => {
  const { source, values, errors } = begun;
  const rows =
    more || source.questions.length === 0 ? [...source.questions, { ask: "", answer: "" }] : source.questions;
  return (
    <Panel id="questions" title="Sample and questions" pad>
      <div className="stack [--gap:16px]">
        <Field
          name="sample"
          label="Sample"
          help="One of the texts on the page Samples, where the right to show them is ticked."
          error={errors.sample}
        >
          <Select
            choices={[
              { value: "", label: "None" },
              ...samples.map(({ name, title }) => ({ value: name, label: title })),
            ]}
            defaultValue={values.sample ?? source.sample}
          />
        </Field>
        {placed(rows).map(({ row, at }) => (
          <div key={at} className="stack [--gap:8px]">
            <Field name={`ask-${at}`} label={`Question ${at + 1}`} error={errors[`ask-${at}`]}>
              <Input
                defaultValue={values[`ask-${at}`] ?? row.ask}
                spellCheck
                autoFocus={more && at === rows.length - 1}
              />
            </Field>
            <Field
              name={`answer-${at}`}
              label={`Answer ${at + 1}`}
              help="Empty both fields to take the question out."
              error={errors[`answer-${at}`]}
            >
              <Textarea rows={3} defaultValue={values[`answer-${at}`] ?? row.answer} spellCheck />
            </Field>
          </div>
        ))}
        {rows.length < 8 && (
          <Button name="step" value="question" variant="outline" small>
            Add a question
          </Button>
        )}
      </div>
    </Panel>
  );
};

const fieldLabels: Readonly<Record<string, string>> = {
  subject: "Subject",
  orderType: "Order type",
  pages: "Pages or tasks",
  citedSources: "Cited sources",
  spacing: "Line spacing",
  projectType: "Kind of project",
  projectSize: "Size",
  course: "Course",
  software: "Software",
  difficulty: "Difficulty",
  testType: "Kind of test",
};

/** With what the calculator of the page begins; the price engine says what is wrong. */
export const PresetPanel = ({ begun, editor }: { begun: Begun; editor: ServiceEditor }) => {
  const { source, values, errors } = begun;
  const { preset } = source;
  return (
    <Panel
      title="Calculator starts with"
      aside={<span className="small muted num">{editor.price ? `this costs ${editor.price} now` : "no price"}</span>}
      pad
    >
      <div className="grid grid-cols-1 gap-x-6 gap-y-4 md:grid-cols-2">
        <Field name="preset-service" label="Priced as" error={errors["preset-service"]}>
          <Select choices={editor.pricedAs} defaultValue={values["preset-service"] ?? preset.service} />
        </Field>
        <Field name="preset-hours" label="Hours to the deadline" error={errors["preset-hours"]}>
          <Input inputMode="numeric" defaultValue={values["preset-hours"] ?? preset.hours} />
        </Field>
        {editor.presetFields.map(({ name, choices }) => {
          const begins = values[`preset-field-${name}`] ?? preset.fields[name] ?? "";
          return (
            <Field
              key={name}
              name={`preset-field-${name}`}
              label={fieldLabels[name] ?? name}
              error={errors[`preset-${name}`]}
            >
              {choices ? (
                <Select choices={choices} defaultValue={begins} />
              ) : (
                <Input inputMode="numeric" defaultValue={begins} />
              )}
            </Field>
          );
        })}
      </div>
    </Panel>
  );
};

/** What search engines and tabs get. */
export const FoundPanel = ({ begun }: { begun: Begun }) => (
  <Panel title="In search" aside={<span className="small muted">empty: name and short text</span>} pad>
    <div className="stack [--gap:16px]">
      <Field name="title" label="Title" help={counts(begunText(begun, "title"), 60)} error={begun.errors.title}>
        <Input defaultValue={begunText(begun, "title")} spellCheck />
      </Field>
      <Field
        name="description"
        label="Description"
        help={counts(begunText(begun, "description"), 160)}
        error={begun.errors.description}
      >
        <Textarea rows={3} defaultValue={begunText(begun, "description")} spellCheck />
      </Field>
    </div>
  </Panel>
);

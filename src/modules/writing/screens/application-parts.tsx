import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import { FileField, FileList } from "#src/modules/files/index.screens.ts";
import { academicLevels, levelLabels } from "#src/shared/academic-level.ts";
import { browserZone } from "#src/shared/zone.ts";
import { zoneChoices } from "#src/shared/zone-choices.ts";
import { Checkbox } from "#src/ui/choices.tsx";
import { Field, FieldGroup, fieldId } from "#src/ui/field.tsx";
import { useHydrated } from "#src/ui/hydrated.ts";
import { Input, Select, Textarea } from "#src/ui/inputs.tsx";
import {
  fairWorkTerms,
  fluencies,
  kindsOfWork,
  languageRows,
  languages,
  subjectRows,
  taskLength,
} from "../domain/application.ts";
import { ApplicationRows } from "./application-rows.tsx";
import type { HiringData } from "./hiring.server.ts";

type PartProps = {
  readonly loaded: HiringData;
  readonly values: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, string | undefined>>;
};

const Part = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId();
  return (
    <section
      className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-8 gap-y-6 border-t border-rule-strong py-8 max-xl:grid-cols-1 max-xl:gap-5"
      aria-labelledby={id}
    >
      <h2 className="t2" id={id}>
        {title}
      </h2>
      <div className="stack [--gap:24px] min-w-0">{children}</div>
    </section>
  );
};

const asChoices = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const asNames = (names: readonly string[]) => names.map((value) => ({ value, label: value }));

const You = ({ loaded, values, errors }: PartProps) => {
  const hydrated = useHydrated();
  const zone = values.timeZone || (hydrated ? browserZone() : "");
  const zones = zoneChoices(hydrated, zone || "UTC");
  return (
    <>
      <Part title="You">
        <Field name="name" label="Your name" hint="Only we see it. Clients see a pseudonym." error={errors.name}>
          <Input autoComplete="name" maxLength={100} defaultValue={values.name} />
        </Field>
        <div className="grid gap-6 sm:grid-cols-2">
          <Field name="country" label="Country that you live in" error={errors.country}>
            <Select
              autoComplete="country"
              defaultValue={values.country}
              choices={[
                { value: "", label: "Choose a country" },
                ...loaded.countries.map(({ code, name }) => ({ value: code, label: name })),
              ]}
            />
          </Field>
          <Field name="timeZone" label="Time zone" error={errors.timeZone}>
            <Select key={zone} defaultValue={zone} choices={[{ value: "", label: "Choose a time zone" }, ...zones]} />
          </Field>
        </div>
        <Field
          name="hours"
          label="Hours a week that you have for this work"
          hint="An estimate is enough. You can change it later."
          error={errors.hours}
        >
          <Input inputMode="numeric" maxLength={2} className="max-w-28" defaultValue={values.hours} />
        </Field>
      </Part>
      <Part title="Background">
        <Field
          name="background"
          label="How do you know your subjects?"
          hint="A degree, a job, published work. Do not send copies of identity papers."
          error={errors.background}
        >
          <Textarea rows={4} maxLength={2000} defaultValue={values.background} />
        </Field>
      </Part>
    </>
  );
};

const Kinds = ({ values, errors }: PartProps) => (
  <FieldGroup name="kinds" label="What can you do?" hint="Choose all that you do well." error={errors.kinds}>
    <div className="picks">
      {asChoices(kindsOfWork).map(({ value, label }, at) => (
        <label className="pickbox" key={value}>
          <input
            type="checkbox"
            id={at === 0 ? fieldId("kinds") : undefined}
            name={`kind-${value}`}
            value="on"
            defaultChecked={values[`kind-${value}`] === "on"}
          />
          <span>{label}</span>
        </label>
      ))}
    </div>
  </FieldGroup>
);

const Work = (props: PartProps) => {
  const { loaded, values, errors } = props;
  const level = {
    name: "level",
    head: "Up to",
    start: "bachelor",
    choices: academicLevels.map((value) => ({ value, label: levelLabels[value] })),
  };
  return (
    <>
      <Part title="Work">
        <Kinds {...props} />
      </Part>
      <Part title="Subjects">
        <p className="soft">
          Up to five, the strongest first. You get offers in these subjects, up to the level that you choose.
        </p>
        <ApplicationRows
          noun="subject"
          most={subjectRows}
          what={{ name: "subject", head: "Subject", start: "Choose a subject", choices: asNames(loaded.subjects) }}
          how={level}
          values={values}
          errors={errors}
        />
      </Part>
      <Part title="Languages">
        <ApplicationRows
          noun="language"
          most={languageRows}
          what={{ name: "language", head: "You write in", start: "Choose a language", choices: asNames(languages) }}
          how={{ name: "fluency", head: "How well", start: "near", choices: asChoices(fluencies) }}
          values={values}
          errors={errors}
        />
      </Part>
    </>
  );
};

const Samples = ({ loaded, values, errors }: PartProps) => {
  const { files, person, own, kept } = loaded;
  return (
    <Part title="Samples">
      <p className="soft">
        Two texts of your own, of two pages or more. A program or a calculation is fine too. Remove the names of other
        people. Only our team reads them.
      </p>
      {own && own.files.length > 0 && <FileList label="Samples that you sent" files={own.files} />}
      <FileField
        purpose={files.purpose}
        about={files.about}
        account={files.account}
        known={files.known}
        limits={files.limits}
        guestKey={person === null ? (values.key ?? null) : null}
        heldKey={person !== null && kept ? (values.key ?? null) : null}
        used={own?.files.map(({ id }) => id) ?? []}
        label="Your samples"
        hint={
          person === null
            ? "They stay on this device and are sent after you have signed in."
            : "Send the application within a day, or add them again."
        }
        plain={
          person === null
            ? "You add samples after you have signed in."
            : "Send one file after the other below this form."
        }
        error={errors.files}
      />
    </Part>
  );
};

const Task = ({ values, errors }: PartProps) => (
  <Part title="A short task">
    <p className="soft">Twenty minutes, in your first subject. We look at how you explain, not at how much you know.</p>
    <Field
      name="task"
      label="Explain one idea of your first subject that beginners often misunderstand"
      hint={`Write for a first-year student, ${taskLength.least} to ${taskLength.most} words. End with one source that you trust, and say why.`}
      error={errors.task}
    >
      <Textarea rows={14} maxLength={10_000} defaultValue={values.task} />
    </Field>
  </Part>
);

const Terms = ({ values, errors }: PartProps) => (
  <Part title="Fair-work terms">
    <ol className="stack list-decimal pl-6 [--gap:12px] marker:text-ink-3">
      {fairWorkTerms.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ol>
    <Checkbox name="consent" value="on" defaultChecked={values.consent === "on"} error={errors.consent}>
      I agree to these terms, and I am 18 or older.
    </Checkbox>
    <p className="small soft">
      We use your application only for our decision. The <Link to="/privacy-policy">privacy policy</Link> says more.
    </p>
  </Part>
);

/** The fields of each step, in the order of the steps. */
export const stepParts = [You, Work, Samples, Task, Terms] as const;

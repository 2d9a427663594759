import { createElement, type ReactNode, useEffect, useId, useRef } from "react";
import { Link } from "react-router";
import { type FileFieldProps, LateFileField } from "#src/modules/files/index.screens.ts";
import { inlineNodes } from "#src/modules/operator/index.screens.ts";
import type { OrderTexts } from "#src/modules/operator/index.server.ts";
import { hadShown } from "#src/modules/operator/index.ts";
import type { LawNotes } from "#src/modules/pricing/index.server.ts";
import { academicLevels, levelLabels } from "#src/shared/academic-level.ts";
import { Checkbox } from "#src/ui/choices.tsx";
import { Field } from "#src/ui/field.tsx";
import { Input, Select, Textarea } from "#src/ui/inputs.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { type AskedName, askedLabels } from "../../domain/brief-fields.ts";

/** Values that go with the form unseen; empty ones are left out. */
export const HiddenFields = ({ fields }: { fields: Readonly<Record<string, string | null | undefined>> }) =>
  Object.entries(fields).map(([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />);

/** One part of a long form: its title at the left, its fields at the right. */
export const Part = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId();
  return (
    <section
      className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-8 gap-y-6 border-t border-rule-strong py-10 last:pb-0 max-xl:grid-cols-1 max-xl:gap-5 max-xl:py-8 max-xl:last:pb-0"
      aria-labelledby={id}
    >
      <h2 className="t2" id={id}>
        {title}
      </h2>
      <div className="stack [--gap:24px]">{children}</div>
    </section>
  );
};

type Props = {
  /** What the person wrote, or what was suggested before a refusal. */
  written: string | undefined;
  /** What stood here before anybody wrote. */
  guessed: string | undefined;
  /** Made of the answers as they stand now. */
  suggested: string;
};

/** The points that the work is taken by; they follow the other answers until somebody writes into them. */
const ChecklistInput = ({ written, guessed, suggested }: Props) => {
  const box = useRef<HTMLTextAreaElement>(null);
  const touched = written !== undefined && written !== guessed;
  const before = useRef(touched ? suggested : (written ?? suggested));
  useEffect(() => {
    if (box.current?.value === before.current) box.current.value = suggested;
    before.current = suggested;
  }, [suggested]);
  return (
    <>
      <Textarea
        ref={box}
        rows={4}
        maxLength={3_000}
        defaultValue={written ?? suggested}
        data-guessed={touched ? undefined : ""}
      />
      <input type="hidden" name="checklistGuess" value={suggested} />
    </>
  );
};

/** The questions about the text, each with its choices: value, words. */
export type WritingChoices = readonly (readonly [
  name: AskedName,
  choices: readonly (readonly [value: string, label: string])[],
])[];

export type BriefProps = {
  readonly values: Readonly<Record<string, string>>;
  readonly errorOf: (field: string) => string | undefined;
  /** The country of the browser's language, to begin with; "" when it names none. */
  readonly guessedCountry: string;
  readonly countries: readonly { readonly code: string; readonly name: string }[];
  /** What is said to those who choose one of these countries. */
  readonly laws: LawNotes;
  readonly texts: OrderTexts;
  /** The points that the work is taken by, as they stand while nobody wrote any. */
  readonly suggested: string;
  /** What this service asks about its text; the choices come with the page. */
  readonly writing: WritingChoices;
  readonly files: Pick<FileFieldProps, "purpose" | "about" | "account" | "guestKey" | "heldKey" | "known" | "limits">;
};

const Level = ({ values, errorOf }: Pick<BriefProps, "values" | "errorOf">) => (
  <Field
    name="academicLevel"
    label={askedLabels.academicLevel}
    hint="It does not change the price. We choose a writer for it."
    optional
    error={errorOf("academicLevel")}
    className="sm:max-w-[22rem]"
  >
    <Select defaultValue={values.academicLevel}>
      <option value="">Not sure</option>
      {academicLevels.map((level) => (
        <option key={level} value={level}>
          {levelLabels[level]}
        </option>
      ))}
    </Select>
  </Field>
);

/** How the text is to be written, where there is one. */
const Writing = ({ values, errorOf, writing }: Pick<BriefProps, "values" | "errorOf" | "writing">) => (
  <div className="grid-2">
    {writing.map(([name, choices]) => (
      <Field key={name} name={name} label={askedLabels[name]} optional error={errorOf(name)}>
        <Select defaultValue={values[name]}>
          <option value="">As in my instructions</option>
          {choices.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
    ))}
  </div>
);

const Brief = ({ values, errorOf, files, suggested, writing }: BriefProps) => (
  <Part title="Your brief">
    <Field name="title" label="Title or question" hint="Copy the exact words from your task." error={errorOf("title")}>
      <Input defaultValue={values.title} maxLength={200} autoComplete="off" />
    </Field>
    <Field
      name="instructions"
      label="Instructions for the writer"
      hint="What must be in the text? What must not? Write in any language."
      error={errorOf("instructions")}
    >
      <Textarea defaultValue={values.instructions} rows={6} maxLength={10_000} />
    </Field>
    <Level values={values} errorOf={errorOf} />
    {writing.length > 0 && <Writing values={values} errorOf={errorOf} writing={writing} />}
    <LateFileField
      {...files}
      hint="Your task sheet, readings, a draft."
      plain="You can add files on the page of the order after you place it."
      error={errorOf("files")}
      optional
    />
    <Field
      name="checklist"
      label="Acceptance checklist"
      hint="What must be true of the finished work? One point in each line, at most ten. The writer ticks each one, and you see the ticks."
      error={errorOf("checklist")}
    >
      <ChecklistInput written={values.checklist} guessed={values.checklistGuess} suggested={suggested} />
    </Field>
  </Part>
);

const Country = ({ values, errorOf, countries, guessedCountry }: BriefProps) => (
  <Field name="country" label="Country where you study" error={errorOf("country")} className="sm:max-w-[22rem]">
    <Select
      defaultValue={values.country || guessedCountry}
      autoComplete="country"
      data-guessed={values.country ? undefined : ""}
    >
      <option value="">Choose a country</option>
      {countries.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </Select>
  </Field>
);

/** The styles show the note of the chosen country; the others stay unseen. */
const Laws = ({ notes, tutoringIn }: LawNotes) => (
  <div role="status" className="contents">
    {notes.map(({ country, tone, message, law }) => (
      <Notice key={country} tone={tone} className={`mt-4 law-${country}`} title={message}>
        {law}
      </Notice>
    ))}
    <HiddenFields fields={{ tutoringIn }} />
  </div>
);

const Consents = (props: BriefProps) => {
  const { values, errorOf, texts } = props;
  const { versions, promise } = texts;
  const agreed = values.consent === "on" && hadShown(values, versions);
  return (
    <Part title="Before you order">
      <Country {...props} />
      <Laws {...props.laws} />
      <div>
        <p className="label">{promise.title}</p>
        {createElement(
          "ul",
          { className: "list-disc pl-5" },
          ...promise.points.map((point) => createElement("li", null, inlineNodes(point))),
        )}
      </div>
      <HiddenFields fields={versions} />
      {/* Other texts are another promise: a tick that was given for the old ones does not stay. */}
      <Checkbox
        key={Object.values(versions).join()}
        name="consent"
        value="on"
        defaultChecked={agreed}
        error={errorOf("consent")}
      >
        I promise this, and I am 18 or older, or a parent or guardian agrees to this order.
      </Checkbox>
      <p className="small soft">
        The <Link to="/terms">terms</Link> and the <Link to="/privacy-policy">privacy policy</Link> apply to every
        order.
      </p>
    </Part>
  );
};

/** What every order asks for beside the work: the brief, the country, the consent. */
export const BriefParts = (props: BriefProps) => (
  <>
    <Brief {...props} />
    <Consents {...props} />
  </>
);

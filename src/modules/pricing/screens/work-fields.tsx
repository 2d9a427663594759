import type { ReactNode } from "react";
import { Segmented } from "#src/ui/choices.tsx";
import { Field, FieldGroup } from "#src/ui/field.tsx";
import { Select } from "#src/ui/inputs.tsx";
import { Stepper } from "#src/ui/stepper.tsx";
import { namesOf, PAGES, type QuoteField, type Service, SOURCES, subjectsOf } from "../index.ts";
import type { Answers } from "./calculation.ts";
import { usePricing } from "./pricing-provider.tsx";

export type WorkFieldsProps = {
  readonly answers: Answers;
  readonly errorOf: (field: QuoteField) => string | undefined;
  readonly answer: (field: QuoteField, value: string) => void;
  /** all: a wide calculator. main and more: a narrow one, what stands open and what is folded away. */
  readonly part: "all" | "main" | "more";
};

type One = WorkFieldsProps & { field: QuoteField; label: string };

const Names = ({ field, label, names, answers, errorOf, answer }: One & { names: readonly string[] }) => {
  const value = answers[field] ?? "";
  const known = names.includes(value) || value === "" ? names : [value, ...names];
  return (
    <Field name={field} label={label} error={errorOf(field)}>
      <Select value={value} onChange={(event) => answer(field, event.currentTarget.value)}>
        {known.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
    </Field>
  );
};

type CountProps = One & { unit: string; bounds: { least: number; most: number } };

const Count = ({ field, label, unit, bounds, answers, errorOf, answer }: CountProps) => (
  <Field name={field} label={label} error={errorOf(field)}>
    <Stepper
      unit={unit}
      min={bounds.least}
      max={bounds.most}
      value={answers[field] ?? ""}
      onValue={(text) => answer(field, text)}
    />
  </Field>
);

type PickProps = One & { choices: readonly (readonly [value: string, label: ReactNode, note?: string])[] };

const Pick = ({ field, label, choices, answers, errorOf, answer }: PickProps) => (
  <FieldGroup name={field} label={label} error={errorOf(field)}>
    <Segmented
      choices={choices.map(([value, name, note]) => ({ value, label: name, note }))}
      value={answers[field] ?? ""}
      onValue={(value) => answer(field, value)}
    />
  </FieldGroup>
);

const orderTypes = [
  ["writing", "Writing"],
  ["editing", "Editing"],
  ["proofreading", "Proofreading"],
] as const;

/** On phones of the home page the figure is shown in place of the word, which stays the name. */
const Spacing = ({ word, figure }: { word: string; figure: string }) => (
  <>
    <span className="word">{word}</span>
    <span className="figure" aria-hidden="true">
      {figure}
    </span>
  </>
);
const spacings = [
  ["single", <Spacing key="1" word="Single" figure="1" />],
  ["oneAndHalf", "1.5"],
  ["double", <Spacing key="2" word="Double" figure="2" />],
] as const;

export const OrderType = (props: WorkFieldsProps) => (
  <Pick {...props} field="orderType" label="What do you need?" choices={orderTypes} />
);
export const LineSpacing = (props: WorkFieldsProps) => (
  <Pick {...props} field="spacing" label="Line spacing" choices={spacings} />
);

export const Amounts = (props: WorkFieldsProps) => (
  <div className={props.part === "all" ? "trio" : "grid-2 keep"}>
    <Count {...props} field="pages" label="Pages" unit="page" bounds={PAGES} />
    <Count {...props} field="citedSources" label="Cited sources" unit="source" bounds={SOURCES} />
    {props.part === "all" && <LineSpacing {...props} />}
  </div>
);

export const Subject = (props: WorkFieldsProps & { service: Service }) => (
  <Names {...props} field="subject" label="Subject" names={subjectsOf(usePricing().table, props.service)} />
);

const sizes = [
  ["extra-small", "Extra small", "one function"],
  ["small", "Small", "one script"],
  ["medium", "Medium", "several parts"],
  ["large", "Large", "a term project"],
] as const;
const sizesAlone = sizes.map(([value, label]) => [value, label] as const);

export const ProgrammingFields = (props: WorkFieldsProps) => (
  <>
    <Pick {...props} field="projectSize" label="How large is it?" choices={props.part === "all" ? sizes : sizesAlone} />
    <Names
      {...props}
      field="projectType"
      label="Kind of project"
      names={namesOf(usePricing().table.technical.programming.projectType)}
    />
  </>
);

export const CalculationFields = (props: WorkFieldsProps) => {
  const { course, software } = usePricing().table.technical.calculations;
  return (
    <>
      <div className="grid-2">
        <Names {...props} field="course" label="Course" names={namesOf(course)} />
        <Names {...props} field="software" label="Software" names={namesOf(software)} />
      </div>
      <div className="trio">
        <Count {...props} field="pages" label="How many tasks?" unit="task" bounds={PAGES} />
      </div>
    </>
  );
};

export const CourseworkFields = (props: WorkFieldsProps) => (
  <Names
    {...props}
    field="subject"
    label="Subject of the course"
    names={subjectsOf(usePricing().table, "coursework")}
  />
);

const difficulties = [
  ["beginner", "Beginner"],
  ["intermediate", "Intermediate"],
  ["advanced", "Advanced"],
] as const;

const tiers = [
  ["standard", "Standard subjects"],
  ["premium", "Premium subjects"],
  ["high", "High subjects"],
] as const;

const TestSubject = ({ answers, errorOf, answer }: WorkFieldsProps) => {
  const { quizTests } = usePricing().table;
  return (
    <Field name="subject" label="Subject" error={errorOf("subject")}>
      <Select value={answers.subject ?? ""} onChange={(event) => answer("subject", event.currentTarget.value)}>
        {tiers.map(([tier, label]) => (
          <optgroup key={tier} label={label}>
            {quizTests.tiers[tier].subjects.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </optgroup>
        ))}
      </Select>
    </Field>
  );
};

const TestType = ({ answers, errorOf, answer }: WorkFieldsProps) => (
  <Field name="testType" label="Kind of test" error={errorOf("testType")}>
    <Select value={answers.testType ?? ""} onChange={(event) => answer("testType", event.currentTarget.value)}>
      {namesOf(usePricing().table.quizTests.testType).map((name) => (
        <option key={name} value={name}>
          {testTypeLabel(name)}
        </option>
      ))}
    </Select>
  </Field>
);

/** "multiple-choice" as people read it: "Multiple choice". */
export const testTypeLabel = (name: string): string => {
  const label = name.replaceAll("-", " ");
  return label.charAt(0).toUpperCase() + label.slice(1);
};

export const TestFields = (props: WorkFieldsProps) => (
  <>
    <div className="grid-2">
      <TestSubject {...props} />
      <TestType {...props} />
    </div>
    <Pick {...props} field="difficulty" label="Difficulty" choices={difficulties} />
  </>
);

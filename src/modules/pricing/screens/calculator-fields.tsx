import { formatUsd } from "#src/shared/money.ts";
import { Field } from "#src/ui/field.tsx";
import { Select } from "#src/ui/inputs.tsx";
import type { DeadlineStep } from "../index.ts";
import { chosenHours, DeadlineMoment, type DeadlinePart, hoursOf, stepMove } from "./deadline-fields.tsx";
import type { Calculator } from "./use-calculator.ts";
import { Amounts, LineSpacing, OrderType, Subject, type WorkFieldsProps } from "./work-fields.tsx";

export const PaperFields = (props: WorkFieldsProps) => (
  <>
    {props.part === "all" && (
      <div className="duo">
        <OrderType {...props} />
        <Subject {...props} service="non-technical" />
      </div>
    )}
    {props.part === "more" && <OrderType {...props} />}
    {props.part === "more" && <LineSpacing {...props} />}
    {props.part === "main" && <Subject {...props} service="non-technical" />}
    {props.part !== "more" && <Amounts {...props} />}
  </>
);

export const TechnicalFields = (props: WorkFieldsProps) =>
  props.part === "more" ? (
    <LineSpacing {...props} />
  ) : (
    <>
      <Subject {...props} service="technical" />
      <Amounts {...props} />
    </>
  );

export const QuizFields = () => (
  <p className="soft">
    A quiz has one fixed price, in every subject. You name the subject and the topics with the order.
  </p>
);

/** "5 days: $105.00". When the chosen one ends stands below the list: in narrow columns a line has no room for it. */
const stepText = ({ label, totalCents }: DeadlineStep, { stepsPriced }: Calculator): string =>
  stepsPriced ? `${label}: ${formatUsd(totalCents)}` : label;

/** The same steps as a list, for narrow columns; `alone` it says the moment too. */
export const StepList = ({ calculator, errorOf, alone }: DeadlinePart & { alone: boolean }) => {
  const value = chosenHours(calculator);
  return (
    <Field
      name="hours"
      label="Deadline"
      help={alone && <DeadlineMoment calculator={calculator} />}
      error={errorOf("deadline")}
    >
      <Select value={value} onChange={(event) => calculator.move(stepMove(event.currentTarget.value))}>
        {value === "" && <option value="">Choose a deadline</option>}
        {calculator.steps.map((step) => (
          <option key={step.label} value={hoursOf(calculator.steps, step)} disabled={!step.available}>
            {stepText(step, calculator)}
          </option>
        ))}
      </Select>
    </Field>
  );
};

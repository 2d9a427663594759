import { formatUsd } from "#src/shared/money.ts";
import { formatMoment, zoneLabel } from "#src/shared/zone.ts";
import { Field } from "#src/ui/field.tsx";
import { CalendarDays, Icon } from "#src/ui/icons.tsx";
import { Select } from "#src/ui/inputs.tsx";
import type { DeadlineStep, QuoteField } from "../index.ts";
import {
  chosenHours,
  type DeadlinePart,
  ExactDeadline,
  hoursOf,
  moment,
  spokenTime,
  stepMove,
} from "./deadline-fields.tsx";
import type { Calculator } from "./use-calculator.ts";

/** "5 days: $105.00". When the chosen one ends stands below the list: in narrow columns a line has no room for it. */
const stepText = ({ label, totalCents }: DeadlineStep, { stepsPriced }: Calculator): string =>
  stepsPriced ? `${label}: ${formatUsd(totalCents)}` : label;

/** The same steps as a list, for narrow columns. */
export const StepList = ({ calculator, errorOf }: DeadlinePart) => {
  const value = chosenHours(calculator);
  return (
    <Field name="hours" label="Deadline" help={moment(calculator)} error={errorOf("deadline")}>
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

const exactFields: readonly QuoteField[] = ["deadlineDate", "deadlineTime", "deadlineZone"];

/** The chosen moment in one line, which opens date, time and zone; it is open when one of them is wrong. */
export const FoldedDeadline = ({ calculator, errorOf }: DeadlinePart) => {
  const { quote, calculation, zoneKnown } = calculator;
  const { zone } = calculation.when;
  const at = quote?.input.deadline;
  const shownMoment = at && (zoneKnown ? formatMoment(at, zone) : `In ${spokenTime(quote.hoursLeft ?? 0)}`);
  return (
    <details className="when" {...(exactFields.some((field) => errorOf(field)) && { open: true })}>
      <summary>
        <span className="when-icon">
          <Icon of={CalendarDays} />
        </span>
        <span className="when-at">
          <b>{shownMoment ?? "Date and time"}</b>
          <span className="zone">{zoneKnown ? zoneLabel(zone, at ?? undefined) : ""}</span>
        </span>
        <span className="when-change">Change</span>
      </summary>
      <ExactDeadline calculator={calculator} errorOf={errorOf} narrow={false} />
    </details>
  );
};

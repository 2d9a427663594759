import { formatUsd } from "#src/shared/money.ts";
import { spokenHours } from "#src/shared/spoken-hours.ts";
import { formatMoment, formatNearMoment, zoneLabel } from "#src/shared/zone.ts";
import { DeadlineSteps } from "#src/ui/choices.tsx";
import { FieldGroup } from "#src/ui/field.tsx";
import type { DeadlineStep, QuoteField } from "../index.ts";
import type { Calculator } from "./use-calculator.ts";

export type DeadlinePart = {
  readonly calculator: Calculator;
  readonly errorOf: (field: QuoteField) => string | undefined;
};

/** How far off a step lies: its bound, or a day more than the last bound. */
const hoursIn = (steps: readonly DeadlineStep[], step: DeadlineStep): number =>
  step.boundHours ?? (steps.at(-2)?.boundHours ?? 0) + 24;

/** The hours that choosing a step sets, as its control writes them. */
export const hoursOf = (steps: readonly DeadlineStep[], step: DeadlineStep): string => String(hoursIn(steps, step));

/** "Sun 15 March, 18:00, Berlin, UTC+1."; "In 7 days." until the zone is known. */
export const DeadlineMoment = ({ calculator: { quote, calculation, zoneKnown } }: { calculator: Calculator }) => {
  if (!quote?.input.deadline || quote.hoursLeft === null) return null;
  if (!zoneKnown) return `In ${spokenHours(quote.hoursLeft)}.`;
  const { zone } = calculation.when;
  const at = quote.input.deadline;
  return `${formatMoment(at, zone)}, ${zoneLabel(zone, at)}.`;
};

export const stepMove = (hours: string) => ({ hours, date: "", time: "" });

export const chosenHours = ({ steps, calculation }: Calculator): string => {
  const chosen = steps.find((step) => step.chosen);
  if (chosen) return hoursOf(steps, chosen);
  const { when } = calculation;
  return when.date ? "" : when.hours;
};

/** The first step at the lowest price; none where every step costs the same. */
const lowestStep = (steps: readonly DeadlineStep[]): DeadlineStep | undefined => {
  const open = steps.filter(({ available }) => available);
  const least = Math.min(...open.map(({ totalCents }) => totalCents));
  return open.some(({ totalCents }) => totalCents > least)
    ? open.find(({ totalCents }) => totalCents === least)
    : undefined;
};

/** What stands below the name of a step: its price, the last moment that it covers, and whether it is the cheapest. */
const stepNote = (step: DeadlineStep, { calculator, short }: { calculator: Calculator; short: boolean }) => {
  if (!calculator.stepsPriced) return `× ${step.multiplier}`;
  const lowest = step === lowestStep(calculator.steps);
  const { steps, zoneKnown, calculation } = calculator;
  const at = zoneKnown
    ? formatNearMoment(step.deadline, calculation.when.zone)
    : `in ${spokenHours(hoursIn(steps, step))}`;
  return (
    <>
      <span translate="no">{formatUsd(step.totalCents)}</span>
      <span className={short ? "vh" : "step-at"}>{`${short ? ", " : ""}${at}`}</span>
      {lowest && <span className={short ? "vh" : "step-lowest"}>{short ? ", lowest price" : "lowest price"}</span>}
    </>
  );
};

/** The steps of the deadline with the total of each; unless `short`, with the moment that each covers. */
export const DeadlineStepField = ({ calculator, errorOf, short }: DeadlinePart & { short?: boolean }) => (
  <FieldGroup
    name="hours"
    label={
      short ? (
        <>
          Deadline <span className="muted font-normal">a later one costs less</span>
        </>
      ) : (
        "Deadline"
      )
    }
    {...(!short && { hint: "A later deadline costs less." })}
    error={errorOf("deadline")}
  >
    <DeadlineSteps
      choices={calculator.steps.map((step) => ({
        value: hoursOf(calculator.steps, step),
        label: step.label,
        note: stepNote(step, { calculator, short: short ?? false }),
        disabled: !step.available,
      }))}
      value={chosenHours(calculator)}
      onValue={(hours) => calculator.move(stepMove(hours))}
    />
  </FieldGroup>
);

/** For work whose price does not depend on the deadline: one sentence says so. */
export const FreeDeadline = () => <p className="small soft">The deadline does not change this price.</p>;

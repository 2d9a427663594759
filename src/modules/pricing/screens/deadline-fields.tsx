import { useState } from "react";
import { counted } from "#src/shared/counted.ts";
import { formatUsd } from "#src/shared/money.ts";
import { formatMoment, formatNearMoment, zoneLabel } from "#src/shared/zone.ts";
import { zoneChoices } from "#src/shared/zone-choices.ts";
import { DeadlineSteps } from "#src/ui/choices.tsx";
import { DateInput, TimeInput } from "#src/ui/date-input.tsx";
import { Field, FieldGroup } from "#src/ui/field.tsx";
import { Select } from "#src/ui/inputs.tsx";
import type { DeadlineStep, QuoteField } from "../index.ts";
import { typedDeadline } from "./calculation.ts";
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

/** "4 days and 20 hours", to the nearest hour. */
export const spokenTime = (hoursLeft: number): string => {
  const hours = Math.round(hoursLeft);
  const days = Math.floor(hours / 24);
  const rest = hours % 24;
  if (days === 0) return counted(rest, "hour");
  return rest === 0 ? counted(days, "day") : `${counted(days, "day")} and ${counted(rest, "hour")}`;
};

/** "Sun 15 March, 18:00, Berlin, UTC+1."; "In 7 days." until the zone is known. */
export const moment = ({ quote, calculation, zoneKnown }: Calculator): string | null => {
  if (!quote?.input.deadline || quote.hoursLeft === null) return null;
  if (!zoneKnown) return `In ${spokenTime(quote.hoursLeft)}.`;
  const { zone } = calculation.when;
  return `${formatMoment(quote.input.deadline, zone)}, ${zoneLabel(zone, quote.input.deadline)}.`;
};

/** The moment, and about how far away it is. */
export const exactly = (calculator: Calculator): string | null => {
  const text = moment(calculator);
  const hoursLeft = calculator.quote?.hoursLeft ?? null;
  return text && calculator.zoneKnown && hoursLeft !== null ? `${text} About ${spokenTime(hoursLeft)} from now.` : text;
};

export const stepMove = (hours: string) => ({ hours, date: "", time: "" });

export const chosenHours = ({ steps, calculation }: Calculator): string => {
  const chosen = steps.find((step) => step.chosen);
  if (chosen) return hoursOf(steps, chosen);
  const { when } = calculation;
  return when.date || when.time ? "" : when.hours;
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
    : `in ${spokenTime(hoursIn(steps, step))}`;
  return (
    <>
      <span translate="no">{formatUsd(step.totalCents)}</span>
      <span className={short ? "vh" : "step-at"}>{`${short ? ", " : ""}${at}`}</span>
      {lowest && <span className={short ? "vh" : "step-lowest"}>{short ? ", lowest price" : "lowest price"}</span>}
    </>
  );
};

/** The steps of the deadline with the total of each; unless `short`, with the exact moment in words. */
export const DeadlineStepField = ({ calculator, errorOf, short }: DeadlinePart & { short?: boolean }) => (
  <FieldGroup
    name="hours"
    label={
      short ? (
        <>
          Deadline <span className="opt">a later one costs less</span>
        </>
      ) : (
        "Deadline"
      )
    }
    {...(!short && { hint: "A later deadline costs less.", help: exactly(calculator) })}
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

const narrowRow = "grid grid-cols-[1.3fr_1fr] gap-x-3 gap-y-5";
const wideRow = "grid grid-cols-[1.3fr_1fr] gap-x-4 gap-y-5 sm:grid-cols-[1fr_1fr_1.25fr] sm:gap-x-6";

/** Date, time and zone. Before scripts run they are empty unless somebody typed: the chosen step counts then. */
export const ExactDeadline = ({ calculator, errorOf, narrow }: DeadlinePart & { narrow: boolean }) => {
  const { calculation, ready, now, move } = calculator;
  const { when } = calculation;
  const [zonesAsked, setZonesAsked] = useState(false);
  const askZones = () => setZonesAsked(true); // 400 options: made when somebody turns to the list
  const shown = ready ? typedDeadline(when, now) : when;
  const type = (part: "date" | "time", value: string) => move({ ...shown, [part]: value });
  return (
    <div className={narrow ? narrowRow : wideRow}>
      <Field name="deadlineDate" label="Exact date" error={errorOf("deadlineDate")}>
        <DateInput value={shown.date} onChange={(event) => type("date", event.currentTarget.value)} />
      </Field>
      <Field name="deadlineTime" label="Time" error={errorOf("deadlineTime")}>
        <TimeInput value={shown.time} onChange={(event) => type("time", event.currentTarget.value)} />
      </Field>
      <Field
        name="deadlineZone"
        label="Time zone"
        error={errorOf("deadlineZone")}
        className={narrow ? "col-span-2" : "max-sm:col-span-2"}
      >
        <Select
          value={when.zone}
          onFocus={askZones}
          onPointerDown={askZones}
          onChange={(event) => move({ zone: event.currentTarget.value })}
          choices={zoneChoices(zonesAsked, when.zone, now)}
        />
      </Field>
    </div>
  );
};

/** For work whose price does not depend on the deadline: one sentence says so. */
export const FreeDeadline = ({ calculator }: { calculator: Calculator }) => (
  <p className="small soft">{`The deadline does not change this price. ${exactly(calculator) ?? ""}`}</p>
);

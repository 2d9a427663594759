import { useState } from "react";
import { type Cents, formatUsd } from "#src/shared/money.ts";
import { localOf } from "#src/shared/zone.ts";
import { zoneChoices } from "#src/shared/zone-choices.ts";
import { Field } from "../field.tsx";
import { Select } from "../inputs.tsx";
import { isMonth, monthText } from "./days.ts";
import { EVENING, type MomentProps } from "./moment.ts";

const LONGEST_EXACT = 99_999;

/** "$1,235" of $1,234.01: up to the next whole dollar. */
const dollarsUp = (cents: Cents): string => formatUsd(cents + ((100 - (cents % 100)) % 100)).slice(0, -3);

/** A total as a day of the calendar has room for it; a large one without its cents, rounded up. */
export const dayTotal = (cents: Cents): { about: boolean; text: string } =>
  cents <= LONGEST_EXACT ? { about: false, text: formatUsd(cents) } : { about: true, text: dollarsUp(cents) };

const quarters = Array.from({ length: 96 }, (_, at) => {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(at / 4))}:${two((at % 4) * 15)}`;
});

/** The quarter hours of a day, and the chosen time where it is none of them. */
export const timesWith = (chosen: string): readonly string[] =>
  chosen === "" || quarters.includes(chosen) ? quarters : [...quarters, chosen].sort();

/** What is wrong with the day; a month that was chosen asks for one of its days. */
export const dayError = ({ moment: { date, zone }, now, errorOf }: MomentProps): string | undefined =>
  isMonth(date) ? `Choose a day of ${monthText(date, localOf(now, zone).date)}.` : errorOf("deadlineDate");

/** The zone in which the day and the time are meant. */
export const ZoneField = ({ moment, now, onMove, errorOf, fixedZone }: MomentProps) => {
  const [asked, setAsked] = useState(false);
  const ask = () => setAsked(true); // 400 options: made when somebody turns to the list
  if (fixedZone) return <input type="hidden" name="deadlineZone" value={moment.zone} />;
  return (
    <Field name="deadlineZone" label="Time zone" error={errorOf("deadlineZone")}>
      <Select
        value={moment.zone}
        onFocus={ask}
        onPointerDown={ask}
        onChange={(event) => onMove({ zone: event.currentTarget.value })}
        choices={zoneChoices(asked, moment.zone, now)}
      />
    </Field>
  );
};

type TimeProps = MomentProps & { label: string };

export const TimeField = ({ moment, onMove, errorOf, label }: TimeProps) => (
  <Field name="deadlineTime" label={label} error={errorOf("deadlineTime")}>
    <Select value={moment.time || EVENING} onChange={(event) => onMove({ time: event.currentTarget.value })}>
      {timesWith(moment.time).map((time) => (
        <option key={time}>{time}</option>
      ))}
    </Select>
  </Field>
);

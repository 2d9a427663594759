import { useState } from "react";
import { localOf } from "#src/shared/zone.ts";
import { zoneChoices } from "#src/shared/zone-choices.ts";
import { Field } from "../field.tsx";
import { Select } from "../inputs.tsx";
import { isMonth, monthText } from "./listed-days.ts";
import { EVENING, type MomentProps } from "./moment.ts";
import { timesWith } from "./shown-choices.ts";

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

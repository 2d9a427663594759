import { formatUsd } from "#src/shared/money.ts";
import { isCalendarDate, localOf, shiftedDay } from "#src/shared/zone.ts";
import { Field } from "../field.tsx";
import { Select } from "../inputs.tsx";
import { dayText } from "./day-grid.ts";
import type { MomentProps } from "./moment.ts";
import { TimeField, ZoneField } from "./moment-fields.tsx";

const listedDays = 28;

/** The days of the next four weeks that can be chosen, and the chosen one wherever it is. */
const daysOf = ({ moment, now, dayOf }: MomentProps) => {
  const today = localOf(now, moment.zone).date;
  const next = Array.from({ length: listedDays }, (_, at) => shiftedDay(today, at));
  const listed = !moment.date || next.includes(moment.date) ? next : [...next, moment.date].sort();
  return listed.flatMap((date) => {
    const { totalCents, refusal } = dayOf(date);
    if (refusal && date !== moment.date) return [];
    const day = isCalendarDate(date) ? dayText(date, today) : date;
    return [{ value: date, label: totalCents === null ? day : `${day}: ${formatUsd(totalCents)}` }];
  });
};

/** Day, time and zone as plain lists: what works before scripts, and until those of the calendar are here. */
export const MomentLists = (props: MomentProps) => {
  const { moment, onMove, errorOf, none } = props;
  return (
    <div className="moment-lists">
      <Field name="deadlineDate" label="Day" error={errorOf("deadlineDate")}>
        <Select value={moment.date} onChange={(event) => onMove({ date: event.currentTarget.value })}>
          {none && <option value="">{none}</option>}
          {daysOf(props).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <TimeField {...props} label="Time" />
      <ZoneField {...props} />
    </div>
  );
};

import { formatUsd } from "#src/shared/money.ts";
import { isCalendarDate, localOf } from "#src/shared/zone.ts";
import { Field } from "../field.tsx";
import { Select } from "../inputs.tsx";
import { dayText, isMonth, listedDays, monthText } from "./days.ts";
import type { MomentProps } from "./moment.ts";
import { dayError, TimeField, ZoneField } from "./moment-fields.tsx";

// A file of its own: the server alone draws the lists, so the browser's script leaves the file out.

/** The days that can be chosen, each with its total, and the chosen one whatever it is. */
const DayOptions = ({ days, today, ...props }: MomentProps & { days: readonly string[]; today: string }) =>
  days.map((date) => {
    const { totalCents, refusal } = props.dayOf(date);
    if (refusal && date !== props.moment.date) return null;
    const day = isCalendarDate(date) ? dayText(date, today) : date;
    return (
      <option key={date} value={date}>
        {totalCents === null ? day : `${day}: ${formatUsd(totalCents)}`}
      </option>
    );
  });

/**
 * Day, time and zone as plain lists: what works before scripts, and until those of the calendar are here. A later month is
 * chosen and sent first; the page that comes back lists its days.
 */
export const MomentLists = (props: MomentProps) => {
  const { moment, now, onMove, none } = props;
  const today = localOf(now, moment.zone).date;
  const { days, months } = listedDays(moment.date, today);
  const first = none ?? (isMonth(moment.date) ? "Choose a day" : null);
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(10.5rem,1fr))] gap-4">
      <Field name="deadlineDate" label="Day" error={dayError(props)}>
        <Select
          value={isMonth(moment.date) ? "" : moment.date}
          onChange={(event) => onMove({ date: event.currentTarget.value })}
        >
          {first && <option value="">{first}</option>}
          <DayOptions {...props} days={days} today={today} />
          <optgroup label="Other months">
            {months.map((month) => (
              <option key={month} value={month}>{`${monthText(month, today)}: show its days`}</option>
            ))}
          </optgroup>
        </Select>
      </Field>
      <TimeField {...props} label="Time" />
      <ZoneField {...props} />
    </div>
  );
};

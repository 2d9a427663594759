import type { KeyboardEvent } from "react";
import { cx } from "../class-names.ts";
import { fieldId } from "../field.tsx";
import { dayText, monthMark } from "./day-grid.ts";
import type { DayFacts } from "./moment.ts";
import { dayTotal } from "./shown-choices.ts";

type Props = {
  readonly date: string;
  readonly today: string;
  readonly facts: DayFacts;
  readonly chosen: boolean;
  readonly inTabOrder: boolean;
  readonly onChoose: (date: string) => void;
  readonly onKey: (event: KeyboardEvent<HTMLElement>, date: string) => void;
};

/** "Sat 28 November, $92.40"; "Sat 21 November, This time is in the past. Choose a later one." */
const nameOf = ({ date, today, facts: { totalCents, refusal } }: Props): string => {
  const total = totalCents === null ? null : dayTotal(totalCents);
  const words = refusal ?? (total && `${total.about ? "about " : ""}${total.text}`);
  return [dayText(date, today), words].filter(Boolean).join(", ");
};

/** One day. A day that cannot be chosen says why when it is pressed, and keeps its place among the keys. */
export const CalendarDay = (props: Props) => {
  const { date, today, facts, chosen, inTabOrder, onChoose, onKey } = props;
  const total = facts.totalCents === null || facts.refusal ? null : dayTotal(facts.totalCents);
  const month = monthMark(date, today);
  return (
    <td>
      <button
        type="button"
        id={inTabOrder ? fieldId("deadlineDate") : undefined}
        className={cx(date === today && "today")}
        data-day={date}
        tabIndex={inTabOrder ? 0 : -1}
        aria-pressed={chosen}
        aria-label={nameOf(props)}
        aria-disabled={facts.refusal ? true : undefined}
        aria-current={date === today ? "date" : undefined}
        onClick={() => onChoose(date)}
        onKeyDown={(event) => onKey(event, date)}
      >
        <span>
          {date.slice(8).replace(/^0/, "")}
          {month && <span className="month"> {month}</span>}
        </span>
        {total && (
          <small translate="no">
            {total.about && <span className="about">about</span>}
            <span className="cur">$</span>
            {total.text.slice(1)}
          </small>
        )}
      </button>
    </td>
  );
};

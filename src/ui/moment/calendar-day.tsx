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

/**
 * One day. A day that cannot be chosen says why when it is pressed, and keeps its place among the keys. It is named by what
 * stands in it, "Sat 28 November, $92.40", so that who speaks what is seen is understood.
 */
export const CalendarDay = (props: Props) => {
  const { date, today, facts, chosen, inTabOrder, onChoose, onKey } = props;
  const total = facts.totalCents === null || facts.refusal ? null : dayTotal(facts.totalCents);
  const mark = monthMark(date, today);
  const [weekday = "", day = "", ...month] = dayText(date, today).split(" ");
  const rest = [month.join(" "), facts.refusal ?? (total ? "" : null)].filter((part) => part !== null).join(", ");
  return (
    <td>
      <button
        type="button"
        id={inTabOrder ? fieldId("deadlineDate") : undefined}
        className={cx(date === today && "today")}
        data-day={date}
        tabIndex={inTabOrder ? 0 : -1}
        aria-pressed={chosen}
        aria-disabled={facts.refusal ? true : undefined}
        aria-current={date === today ? "date" : undefined}
        onClick={() => onChoose(date)}
        onKeyDown={(event) => onKey(event, date)}
      >
        <span className="vh">{`${weekday} `}</span>
        <span>
          {day}
          {mark && (
            <span className="month" aria-hidden="true">
              {` ${mark}`}
            </span>
          )}
        </span>
        <span className="vh">{` ${rest}`}</span>
        {total && (
          <small translate="no">
            {total.about && <span className="about">{"about "}</span>}
            <span className="cur">$</span>
            {total.text.slice(1)}
          </small>
        )}
      </button>
    </td>
  );
};

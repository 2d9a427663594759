import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { formatUsd } from "#src/shared/money.ts";
import { spokenHours } from "#src/shared/spoken-hours.ts";
import { hourMs } from "#src/shared/units.ts";
import { formatMoment, isCalendarDate, localOf, zoneLabel } from "#src/shared/zone.ts";
import { Button, IconButton } from "../button.tsx";
import { cx } from "../class-names.ts";
import { fieldId } from "../field.tsx";
import { ChevronDown } from "../icons.tsx";
import { dayAfterKey, dayText, insideGrid, isMonth, monthMark, pageOf, pageTitle, weeksOf } from "./days.ts";
import { type DayFacts, EVENING, type MomentProps, momentInstant } from "./moment.ts";
import { dayError, dayTotal, TimeField, ZoneField } from "./moment-fields.tsx";
import "#src/ui/styles/pages/calendar.css";

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
const CalendarDay = (props: Props) => {
  const { date, today, facts, chosen, inTabOrder, onChoose, onKey } = props;
  const total = facts.totalCents === null || facts.refusal ? null : dayTotal(facts.totalCents);
  const mark = monthMark(date, today);
  const [weekday = "", day = "", ...month] = dayText(date, today).split(" ");
  const rest = [month.join(" "), facts.refusal ?? (total ? "" : null)].filter((part) => part !== null).join(", ");
  return (
    <td className="p-px align-top @max-[28rem]:px-0">
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
        <span className="whitespace-nowrap">
          {day}
          {mark && (
            <span className="text-(length:--text-xs) font-semibold" aria-hidden="true">
              {` ${mark}`}
            </span>
          )}
        </span>
        <span className="vh">{` ${rest}`}</span>
        {total && (
          <small translate="no">
            {total.about && <span className="block leading-3.5">{"about "}</span>}
            <span className="cur">$</span>
            {total.text.slice(1)}
          </small>
        )}
      </button>
    </td>
  );
};

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
/** The table is moved in with the arrows, as ARIA's pattern for a calendar asks: screen readers leave these keys to it. */
const asGrid = { role: "grid" } as const;
const usualTimes = ["09:00", "12:00", EVENING, "23:45"];

/** The chosen moment with its distance from now; null where it is none. */
const chosenMoment = ({ moment, now }: MomentProps) => {
  const at = momentInstant(moment);
  if (!at) return null;
  const left = (at.getTime() - now.getTime()) / hourMs;
  const distance = left > 0 ? ` In ${spokenHours(left)}.` : "";
  return { at, text: formatMoment(at, moment.zone, now), distance };
};

/** The day that the Tab key leads to: the chosen one, and whichever the keys went to since. */
const useCursor = ({ moment: { date } }: MomentProps, today: string) => {
  const day = isMonth(date) ? `${date}-01` : date;
  const start = { chosen: date, day: insideGrid(isCalendarDate(day) ? day : today, today) };
  const [cursor, setCursor] = useState(start);
  if (cursor.chosen !== date) setCursor(start);
  return [cursor.day, (day: string) => setCursor({ chosen: date, day: insideGrid(day, today) })] as const;
};

/** What holds the field open is closed, and gets the focus back. */
const closeFold = (inside: HTMLElement | null): void => {
  const fold = inside?.closest("details");
  if (!fold) return;
  fold.open = false;
  fold.querySelector("summary")?.focus();
};

/** Buttons of a narrow calendar have a row each. */
const wide = "@max-[28rem]:flex-[1_1_100%]";

/** Four weeks with the total of each day, the time, the zone, and below them the whole moment. */
export default function Calendar(props: MomentProps) {
  const { moment, now, onMove, dayOf, errorOf, none, totalCents = null } = props;
  const today = localOf(now, moment.zone).date;
  const title = useId();
  const box = useRef<HTMLDivElement>(null);
  const follow = useRef(false);
  const [cursor, moveCursor] = useCursor(props, today);
  const [refused, setRefused] = useState<string | null>(null);
  const monday = pageOf(cursor, today);
  const time = moment.time || EVENING;
  const facts = isCalendarDate(moment.date) ? dayOf(moment.date) : null;
  const chosen = chosenMoment(props);
  const wrong = dayError(props) ?? facts?.refusal ?? errorOf("deadlineTime");
  const total = facts?.totalCents ?? totalCents;

  useLayoutEffect(() => {
    if (follow.current) box.current?.querySelector<HTMLElement>("[data-day][tabindex='0']")?.focus();
    follow.current = false;
  });

  useEffect(() => {
    const inside = box.current;
    const onEscape = ({ key }: globalThis.KeyboardEvent) => key === "Escape" && closeFold(inside);
    inside?.addEventListener("keydown", onEscape);
    return () => inside?.removeEventListener("keydown", onEscape);
  }, []);

  // What keeps the typed form listens for typing, which a press of a day is not.
  const hidden = useRef<HTMLInputElement>(null);
  const before = useRef(moment.date + moment.time);
  useEffect(() => {
    if (before.current !== moment.date + moment.time)
      hidden.current?.dispatchEvent(new Event("input", { bubbles: true }));
    before.current = moment.date + moment.time;
  }, [moment.date, moment.time]);

  const choose = (date: string) => {
    const { refusal } = dayOf(date);
    setRefused(refusal && `${dayText(date, today)}: ${refusal}`);
    moveCursor(date);
    if (!refusal) onMove({ date, time });
  };
  const onKey = (event: KeyboardEvent<HTMLElement>, date: string) => {
    const to = event.altKey || event.ctrlKey || event.metaKey ? null : dayAfterKey(event.key, date, today);
    if (!to) return;
    event.preventDefault();
    follow.current = true;
    moveCursor(to);
  };
  const turned = (key: "PageUp" | "PageDown") => dayAfterKey(key, cursor, today) ?? cursor;
  const isEnd = (key: "PageUp" | "PageDown") => pageOf(turned(key), today) === monday;

  return (
    <div className="calendar @container grid rounded-md border border-edge bg-sheet" ref={box}>
      <div className="grid @min-[40rem]:grid-cols-[minmax(0,1fr)_15.5rem]">
        <div className="px-4 pt-2 pb-4 @max-[28rem]:px-0 @max-[28rem]:pt-1.5 @max-[28rem]:pb-3">
          <div className="grid grid-cols-[44px_1fr_44px] items-center text-center">
            <IconButton
              icon={ChevronDown}
              className="[&_.i]:rotate-90"
              label="Weeks before"
              disabled={isEnd("PageUp")}
              onClick={() => moveCursor(turned("PageUp"))}
            />
            <b
              id={title}
              aria-live="polite"
              className="font-serif text-[1.1875rem]/6 font-medium normal-nums text-balance @max-[28rem]:text-[1.0625rem]/6"
            >
              {pageTitle(monday, today)}
            </b>
            <IconButton
              icon={ChevronDown}
              className="[&_.i]:-rotate-90"
              label="Next weeks"
              disabled={isEnd("PageDown")}
              onClick={() => moveCursor(turned("PageDown"))}
            />
          </div>
          <table {...asGrid} className="table-fixed" aria-labelledby={title}>
            <thead>
              <tr>
                {weekdays.map((day) => (
                  <th
                    key={day}
                    scope="col"
                    abbr={day}
                    className="px-0 pt-1 pb-1.5 text-center text-xs font-normal text-ink-3"
                  >
                    {day.slice(0, 3)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {weeksOf(monday).map((week) => (
                <tr key={week[0]}>
                  {week.map((date) => (
                    <CalendarDay
                      key={date}
                      {...{ date, today }}
                      facts={dayOf(date)}
                      chosen={date === moment.date}
                      inTabOrder={date === cursor}
                      onChoose={choose}
                      onKey={onKey}
                    />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <div className="grid content-start gap-4 border-t border-rule-strong px-5 pt-4 pb-5 @min-[28rem]:@max-[40rem]:grid-cols-[1fr_1fr] @min-[40rem]:border-t-0 @min-[40rem]:border-l @max-[28rem]:px-4">
          <fieldset className="field @min-[28rem]:@max-[40rem]:col-span-full">
            <legend className="label">Time</legend>
            <div className="time-choices grid grid-cols-[repeat(4,1fr)] gap-2 @min-[40rem]:grid-cols-[1fr_1fr] @max-[18rem]:grid-cols-[1fr_1fr]">
              {usualTimes.map((usual) => (
                <button
                  key={usual}
                  type="button"
                  aria-pressed={usual === time}
                  onClick={() => {
                    setRefused(null);
                    onMove({ time: usual });
                  }}
                >
                  {usual}
                </button>
              ))}
            </div>
          </fieldset>
          <TimeField {...props} label="Another time" />
          <ZoneField {...props} />
        </div>
      </div>
      <input ref={hidden} type="hidden" name="deadlineDate" value={moment.date} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 rounded-b-[3px] border-t border-rule-strong bg-pen-tint px-5 py-3.5 @max-[28rem]:gap-x-3 @max-[28rem]:px-4">
        <div role="status" className="flex-[1_1_14rem] @max-[28rem]:flex-[1_1_10rem]">
          <p>
            <b className="num block font-serif text-[1.375rem]/7 font-[480] tracking-[-0.01em] text-pen @max-[28rem]:text-[1.125rem]/7">
              {chosen?.text ?? none ?? "Choose a day"}
            </b>
            {chosen && (
              <small className="text-sm/5 text-ink-2">{`${zoneLabel(moment.zone, chosen.at)}.${chosen.distance}`}</small>
            )}
          </p>
          {(refused ?? wrong) && (
            <p className="err" id={`${fieldId("deadlineDate")}-error`}>
              {refused ?? wrong}
            </p>
          )}
        </div>
        {total !== null && !wrong && (
          <span className="num font-serif text-[1.625rem]/7 font-[480] tracking-[-0.015em]" translate="no">
            {formatUsd(total)}
          </span>
        )}
        {none && moment.date && (
          <Button type="button" variant="quiet" small className={wide} onClick={() => onMove({ date: "" })}>
            {none}
          </Button>
        )}
        <Button type="button" variant="outline" small className={wide} onClick={() => closeFold(box.current)}>
          {moment.date ? "Use this date" : "Close"}
        </Button>
      </div>
    </div>
  );
}

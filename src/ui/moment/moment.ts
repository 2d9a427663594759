import type { Cents } from "#src/shared/money.ts";
import { instantOf, isCalendarDate, isClockTime } from "#src/shared/zone.ts";

/** A day (YYYY-MM-DD) and a time (HH:MM) by the clock of a zone; no day where none is chosen. */
export type Moment = { readonly date: string; readonly time: string; readonly zone: string };

/** What a day means at the chosen time: its total, where it makes one, or why it cannot be chosen. */
export type DayFacts = { readonly totalCents: Cents | null; readonly refusal: string | null };

export type MomentProps = {
  readonly moment: Moment;
  readonly now: Date;
  readonly onMove: (moment: Partial<Moment>) => void;
  readonly dayOf: (date: string) => DayFacts;
  readonly errorOf: (field: "deadlineDate" | "deadlineTime" | "deadlineZone") => string | undefined;
  /** The total where it is the same on each day. */
  readonly totalCents?: Cents | null;
  /** What it means that no day is chosen, where that may be. */
  readonly none?: string | undefined;
  /** The zone is that of an order and stays. */
  readonly fixedZone?: true;
};

/** The time that stands there while none is chosen: in the evening, as people set deadlines. */
export const EVENING = "18:00";

/** When a moment is; null where no day is chosen, or the clock of its zone jumps over it. */
export const momentInstant = ({ date, time, zone }: Moment): Date | null => {
  const at = time || EVENING;
  return isCalendarDate(date) && isClockTime(at) ? instantOf(date, at, zone) : null;
};

import { done, invalid, type Outcome } from "#src/shared/outcome.ts";
import { minuteMs } from "#src/shared/units.ts";
import { instantOf, isCalendarDate, isClockTime, isZone } from "#src/shared/zone.ts";
import type { KeptChange } from "../domain/order-facts.ts";
import type { OrderRow } from "../storage/order-row.ts";

const sameMinute = (one: Date, other: Date): boolean =>
  Math.floor(one.getTime() / minuteMs) === Math.floor(other.getTime() / minuteMs);

type Read = Pick<KeptChange, "deadline" | "deadlineDate" | "deadlineTime" | "deadlineZone">;
type Typed = { deadlineDate: string; deadlineTime: string; deadlineZone: string };
const sameTime: Read = { deadline: null, deadlineDate: null, deadlineTime: null, deadlineZone: null };

/**
 * Another deadline as a person typed it: the instant, and the words that it came from. No day, or the minute of now, is
 * "as it is". Refuses invalid, by field.
 */
export function readTypedTime(
  { deadlineDate, deadlineTime, deadlineZone }: Typed,
  order: Pick<OrderRow, "deadline" | "deadlineZone">,
): Outcome<Read> {
  if (deadlineDate === "") return done(sameTime);
  if (!isCalendarDate(deadlineDate))
    return invalid([{ path: "deadlineDate", message: "Write a date that exists, like 2027-03-15." }]);
  if (!isClockTime(deadlineTime)) return invalid([{ path: "deadlineTime", message: "Write the time as HH:MM." }]);
  const zone = isZone(deadlineZone) ? deadlineZone : (order.deadlineZone ?? "UTC");
  const at = instantOf(deadlineDate, deadlineTime, zone);
  if (!at) return invalid([{ path: "deadlineTime", message: "This time does not exist on that day." }]);
  if (order.deadline && sameMinute(at, order.deadline)) return done(sameTime);
  return done({ deadline: at.toISOString(), deadlineDate, deadlineTime, deadlineZone: zone });
}

import type { ClientOrder } from "#src/modules/orders/index.server.ts";
import { instantOf, isCalendarDate, isClockTime, isZone, momentInZone } from "#src/shared/zone.ts";

type Typed = Pick<ClientOrder, "deadline" | "deadlineDate" | "deadlineTime" | "deadlineZone">;

/** The deadline as the client typed it, in the zone of then; null while the page says the same anyway. */
export function typedDeadline(order: Typed, zone: string, now: Date): string | null {
  const { deadline, deadlineDate: date, deadlineTime: time, deadlineZone: own } = order;
  if (!date || !time || !own || !isCalendarDate(date) || !isClockTime(time) || !isZone(own)) return null;
  const at = instantOf(date, time, own);
  if (!at || (own === zone && at.getTime() === deadline?.getTime())) return null;
  return momentInZone(at, own, now);
}

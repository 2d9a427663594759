import type { ClientOrder } from "#src/modules/orders/index.server.ts";
import { clientClock, spokenLeft, spokenTime } from "#src/modules/orders/index.ts";
import { formatMoment, instantOf, isCalendarDate, isClockTime, isZone, zoneLabel } from "#src/shared/zone.ts";

/** The clock of the order page in words: the instant by the reader's clock and by UTC, and what is left of it. */
export function shownClock(order: ClientOrder, zone: string, now: Date) {
  const disputed = order.disputeClock && { ...order.disputeClock, state: "runs" as const };
  const clock = disputed ?? clientClock({ ...order, approvedAt: order.undoUntil }, order.changesUntil);
  if (!clock) return null;
  const { title, at, state } = clock;
  const held = order.heldSince && spokenTime(at.getTime() - order.heldSince.getTime());
  return {
    title,
    state,
    due: at.toISOString(),
    now: now.toISOString(),
    own: formatMoment(at, zone, now),
    zone: zoneLabel(zone, at),
    /** Null where the reader's clock is UTC. */
    utc: zone === "UTC" ? null : formatMoment(at, "UTC", now),
    left: held ? `${held} left when it continues` : spokenLeft(at, now),
  };
}
export type ShownClock = NonNullable<ReturnType<typeof shownClock>>;

type Typed = Pick<ClientOrder, "deadline" | "deadlineDate" | "deadlineTime" | "deadlineZone">;

/** The deadline as the client typed it, in the zone of then; null while the page says the same anyway. */
export function typedDeadline(order: Typed, zone: string, now: Date): string | null {
  const { deadline, deadlineDate: date, deadlineTime: time, deadlineZone: own } = order;
  if (!date || !time || !own || !isCalendarDate(date) || !isClockTime(time) || !isZone(own)) return null;
  const at = instantOf(date, time, own);
  if (!at || (own === zone && at.getTime() === deadline?.getTime())) return null;
  return `${formatMoment(at, own, now)} (${zoneLabel(own, at)})`;
}

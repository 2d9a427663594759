import type { ClientOrder } from "#src/modules/orders/index.server.ts";
import { methodsFor } from "#src/modules/payments/index.server.ts";
import { serviceNames } from "#src/modules/pricing/index.screens.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { formatMoment, instantOf, isCalendarDate, isClockTime, isZone, momentInZone } from "#src/shared/zone.ts";

type Kind = keyof typeof serviceNames | "custom";
type Work = { service: Kind; serviceName: string | null; subject: string | null; pages: number | null };

const kindOfWork = (service: Kind): string => (service === "custom" ? "Custom work" : serviceNames[service]);

/** One line on what the work is: "Essays, History, 6 pages"; by the name under which it was ordered, if it has one. */
export const workLine = ({ service, serviceName, subject, pages: count }: Work): string => {
  const pages = count === null ? null : `${count} ${count === 1 ? "page" : "pages"}`;
  return [serviceName ?? kindOfWork(service), subject, pages].filter(Boolean).join(", ");
};

/** "Bank transfer" inside a sentence; "PayPal" stays as it is. */
const inside = (name: string): string =>
  /^[A-Z][a-z ]+$/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;

/** "Credit card, PayPal or bank transfer. "; nothing without a name. */
export function methodsText([first, ...others]: readonly string[]): string {
  if (!first) return "";
  const names = [first, ...others.map(inside)];
  const last = names.pop();
  return names.length > 0 ? `${names.join(", ")} or ${last}. ` : `${last}. `;
}

/** What can take money for this order now, as the text beside its price begins. */
export const methodsLine = async (runtime: Runtime, order: { test: boolean }): Promise<string> =>
  methodsText((await methodsFor(runtime, order)).map(({ name }) => name));

export type FormatMoment = (at: Date | null) => string | null;

/** Instants in words of one zone; what has no instant stays null. */
export const momentsIn =
  (zone: string): FormatMoment =>
  (at) =>
    at && formatMoment(at, zone);

type Typed = Pick<ClientOrder, "deadline" | "deadlineDate" | "deadlineTime" | "deadlineZone">;

/** The deadline as the client typed it, in the zone of then; null while the page says the same anyway. */
export function typedDeadline(order: Typed, zone: string, now: Date): string | null {
  const { deadline, deadlineDate: date, deadlineTime: time, deadlineZone: own } = order;
  if (!date || !time || !own || !isCalendarDate(date) || !isClockTime(time) || !isZone(own)) return null;
  const at = instantOf(date, time, own);
  if (!at || (own === zone && at.getTime() === deadline?.getTime())) return null;
  return momentInZone(at, own, now);
}

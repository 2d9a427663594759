import type { ClientOrder } from "#src/modules/orders/index.server.ts";
import { changeDifference, changeDueCents, moreTimeEnd } from "#src/modules/orders/index.ts";
import { fieldsOf, isService } from "#src/modules/pricing/index.ts";
import { localOf } from "#src/shared/zone.ts";
import type { FormatMoment } from "./order-content.server.ts";

type Changeable = Pick<
  ClientOrder,
  "status" | "service" | "deadline" | "pages" | "citedSources" | "change" | "priceCents" | "draftOpenedAt"
>;

/** What the form of a change starts with: the order as it is, in the zone in which its client reads times. */
export const changeStart = (order: Changeable, zone: string, now: Date) => {
  const at = order.deadline && localOf(order.deadline, zone);
  const known: readonly string[] = isService(order.service) ? fieldsOf[order.service] : [];
  const count = (name: "pages" | "citedSources") => (known.includes(name) ? order[name] : null);
  return {
    date: at?.date ?? "",
    time: at?.time ?? "",
    zone,
    now,
    pages: count("pages"),
    citedSources: count("citedSources"),
    pagesLabel: order.service === "calculations" ? "Quantity" : "Pages",
    /** Nobody has to agree while nobody has the order. */
    asksWriter: order.status !== "confirmed",
    leastPages: order.draftOpenedAt && order.pages ? order.pages : 1,
  };
};
export type ChangeStart = ReturnType<typeof changeStart>;

type Asked = Pick<ClientOrder, "change" | "priceCents" | "discount" | "shortfallCents" | "service">;

/** A change that waits for an answer or for its payment, in words; null when none does. */
export const askedChange = (order: Asked, moment: FormatMoment) => {
  const { change } = order;
  if (!change) return null;
  const pages = order.service === "calculations" ? "Quantity" : "Pages";
  const rows: readonly (readonly [string, string | number | null])[] = [
    ["New deadline", change.deadline && moment(new Date(change.deadline))],
    [pages, change.pages],
    ["Cited sources", change.citedSources],
  ];
  return {
    lines: rows.flatMap(([term, value]) => (value === null ? [] : [`${term}: ${value}`])),
    movesDeadline: change.deadline !== null,
    agreed: change.agreedAt !== null,
    cents: change.cents,
    differenceCents: changeDifference(order, change),
    dueCents: changeDueCents(order),
  };
};
export type AskedChange = NonNullable<ReturnType<typeof askedChange>>;

type AskedTime = Pick<ClientOrder, "moreTime" | "deadline" | "history" | "rules" | "actions">;

/** The later deadline that the client is asked for, with its reason; null: none is. */
export const askedTime = (
  { moreTime, deadline, history, rules, actions }: AskedTime,
  moment: FormatMoment,
): { was: string | null; next: string; until: string | null; reason: string | null } | null => {
  if (!moreTime || !actions.some(({ action }) => action === "refuse-time")) return null;
  const until = moreTimeEnd({ moreTime, rules });
  return {
    was: deadline && moment(deadline),
    next: moment(new Date(moreTime.deadline)) ?? "",
    until: until && moment(until),
    reason: history.findLast(({ action }) => action === "ask-time")?.text ?? null,
  };
};
export type ShownTime = NonNullable<ReturnType<typeof askedTime>>;

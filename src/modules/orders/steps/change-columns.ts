import { keptParts, leadSetting, pricingSetting } from "#src/modules/pricing/index.server.ts";
import { fieldsOf, isService, makeQuote, type Quote } from "#src/modules/pricing/index.ts";
import { readPastSetting } from "#src/platform/settings.ts";
import type { Work } from "#src/platform/work.ts";
import { counted } from "#src/shared/counted.ts";
import { done, invalid, type Outcome, refuse } from "#src/shared/outcome.ts";
import { hourMs, minuteMs } from "#src/shared/units.ts";
import { instantOf, isCalendarDate, isClockTime, isZone } from "#src/shared/zone.ts";
import { changedChecklist } from "../domain/checklist.ts";
import type { KeptChange } from "../domain/order-facts.ts";
import type { OrderRow } from "../storage/order-row.ts";
import type { Snapshot } from "../storage/snapshot.ts";

type Wish = Pick<KeptChange, "deadline" | "pages" | "citedSources">;

export type Repriced = { quote: Quote; snapshot: Snapshot };

/** Work without a price list of its own keeps its price. */
const byHand = refuse("conflict", "The price of this order was agreed by hand. Write to support to change it.");
const gone = refuse("conflict", "The price list of this order is not kept any more. Write to support to change it.");

/**
 * The order with this change at the table of its own version, its time counted from the instant of the first pricing
 * without the pauses.
 */
export async function priceChange(work: Work, order: OrderRow, wish: Wish): Promise<Outcome<Repriced>> {
  const { snapshot } = order;
  if (!snapshot) return byHand;
  const table = await readPastSetting(work.tx, pricingSetting, snapshot.tableVersion);
  if (!table) return gone;
  const deadline = wish.deadline && new Date(new Date(wish.deadline).getTime() - order.pausedMs).toISOString();
  const known: readonly string[] = isService(order.service) ? fieldsOf[order.service] : [];
  const sent = {
    ...snapshot.inputs,
    ...(deadline && { deadline }),
    ...(wish.pages !== null && known.includes("pages") && { pages: wish.pages }),
    ...(wish.citedSources !== null && known.includes("citedSources") && { citedSources: wish.citedSources }),
  };
  const minimumLeadHours = await work.ctx.runtime.settings.get(leadSetting);
  const made = makeQuote(table, sent, { mode: "json", now: new Date(snapshot.pricedAt), minimumLeadHours });
  if (!made.ok) return made;
  const kept = { ...snapshot, ...keptParts(table, made.value), engineVersion: made.value.engineVersion };
  return done({ quote: made.value, snapshot: kept });
}

/** A new deadline must leave the usual least time from now. */
export async function checkLead(work: Work, order: OrderRow, deadline: Date): Promise<Outcome<null>> {
  const leads = await work.ctx.runtime.settings.get(leadSetting);
  const hours = isService(order.service) ? leads[order.service] : 0;
  const earliest = work.now.getTime() + hours * hourMs;
  return deadline.getTime() >= earliest
    ? done(null)
    : invalid([{ path: "deadlineDate", message: `Choose a deadline at least ${counted(hours, "hour")} from now.` }]);
}

/** The columns that a change writes beside those of the rules: what the work is, its checklist, how its price came about. */
export async function columnsOfChange(
  work: Work,
  order: OrderRow,
  change: Omit<KeptChange, "askedAt" | "agreedAt"> | null,
): Promise<Outcome<Partial<OrderRow>>> {
  if (!change) return refuse("conflict", "No change is open.");
  const priced = await priceChange(work, order, change);
  if (!priced.ok) return priced;
  const { quote, snapshot } = priced.value;
  const { deadline, deadlineDate, deadlineTime, deadlineZone } = change;
  const facts = {
    wordCount: quote.wordCount,
    ...(change.pages !== null && { pages: change.pages }),
    ...(change.citedSources !== null && { citedSources: change.citedSources }),
    ...(deadline && { deadlineDate, deadlineTime, deadlineZone }),
  };
  const checklist = [...changedChecklist(order.checklist, order, { ...order, ...facts })];
  return done({ snapshot, ...facts, checklist });
}

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

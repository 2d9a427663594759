import { ledgerGroups } from "#src/modules/payments/index.ts";
import { listAddress } from "#src/shared/list-address.ts";
import { formatDate, isCalendarDate, localOf, shiftedDay, startOfDay } from "#src/shared/zone.ts";

/** The tabs of the payments page, in their order. */
export const moneyTabs = {
  todo: "To do",
  received: "Received",
  refunds: "Refunds",
  ledger: "Ledger",
  reports: "Reports",
} as const;
export type MoneyListTab = "received" | "refunds" | "ledger";

/** What each list can be narrowed to. */
export const moneyKinds: Readonly<Record<MoneyListTab, Readonly<Record<string, string>>>> = {
  received: { all: "All received", open: "Being paid", failed: "Failed or left" },
  refunds: { all: "All refunds", open: "Not arrived", arrived: "Arrived" },
  ledger: {
    all: "All kinds",
    ...Object.fromEntries(Object.entries(ledgerGroups).map(([key, { label }]) => [key, label])),
  },
};
const isList = (tab: string): tab is MoneyListTab => Object.hasOwn(moneyKinds, tab);

const isMonth = (text: string): boolean => /^\d{4}-\d\d$/.test(text) && isCalendarDate(`${text}-01`);

/** `month`: "2026-03", or "all"; nothing: the present one. */
export const moneyAddress = listAddress("/admin/payments", (at) => {
  const tab = at.oneOf("tab", moneyTabs, "todo");
  const month = at.text("month", 7);
  return {
    tab,
    search: at.text("search"),
    month: month === "all" || isMonth(month) ? month : "",
    kind: isList(tab) ? at.oneOf("kind", moneyKinds[tab], "all") : "",
  };
});
export type MoneyAddressAsk = ReturnType<typeof moneyAddress.read>;

type Clock = { now: Date; zone: string };

/** The present month by the reader's clock: "2026-03" */
export const monthNow = ({ now, zone }: Clock): string => localOf(now, zone).date.slice(0, 7);
const firstOf = (month: string): string => `${month}-01`;
const after = (month: string): string => shiftedDay(firstOf(month), 31).slice(0, 7);
const before = (month: string): string => shiftedDay(firstOf(month), -1).slice(0, 7);

/** "March 2026" */
const nameOf = (month: string): string =>
  formatDate(new Date(`${firstOf(month)}T12:00:00Z`), "UTC").replace(/^\d+ /, "");

export type Period = { from: Date | null; before: Date | null; name: string; short: string; file: string };

/** A month by the reader's clock as instants, and what it is called; `short` leaves out the present year. */
export function periodOf(asked: string, clock: Clock): Period {
  if (asked === "all") return { from: null, before: null, name: "all time", short: "all", file: "all" };
  const month = asked || monthNow(clock);
  const name = nameOf(month);
  const isThisYear = month.slice(0, 4) === monthNow(clock).slice(0, 4);
  return {
    from: startOfDay(firstOf(month), clock.zone),
    before: startOfDay(firstOf(after(month)), clock.zone),
    name,
    short: isThisYear ? name.replace(/ \d+$/, "") : name,
    file: month,
  };
}

const monthsBack = 12;

/** The last twelve months, the present one first, with the one that is asked for, and all time. */
export function monthChoices(asked: string, clock: Clock): readonly { value: string; label: string }[] {
  const months = [monthNow(clock)];
  while (months.length < monthsBack) months.push(before(months.at(-1) ?? ""));
  if (asked !== "all" && asked !== "" && !months.includes(asked)) months.push(asked);
  return [...months.map((month) => ({ value: month, label: nameOf(month) })), { value: "all", label: "All time" }];
}

import { expect, test } from "vitest";
import { moneyAddress, monthChoices, periodOf } from "./money-address.ts";

const clock = { now: new Date("2026-03-31T22:30:00Z"), zone: "Europe/Berlin" };
const read = (query: string) => moneyAddress.read(new URLSearchParams(query));

test("a tab, a month and a kind are read from the address; what is not known is left out", () => {
  expect(read("tab=ledger&month=2026-02&kind=fees")).toMatchObject({ tab: "ledger", month: "2026-02", kind: "fees" });
  expect(read("tab=nothing&month=2026-13&kind=fees")).toMatchObject({ tab: "todo", month: "", kind: "" });
  expect(read("tab=refunds&kind=fees")).toMatchObject({ kind: "all" });
});

test("another tab keeps the month and forgets the search and the kind", () => {
  const ask = read("tab=ledger&month=all&kind=fees&search=salt");
  expect(moneyAddress.toNamed(ask, { tab: "refunds", search: "", kind: "" })).toBe(
    "/admin/payments?tab=refunds&month=all",
  );
});

test("a month is that of the reader's clock, from its first moment to the first one of the next", () => {
  expect(periodOf("", clock)).toEqual({
    from: new Date("2026-03-31T22:00:00Z"),
    before: new Date("2026-04-30T22:00:00Z"),
    ...{ name: "April 2026", short: "April", file: "2026-04" },
  });
  expect(periodOf("2025-12", clock)).toMatchObject({ name: "December 2025", short: "December 2025" });
  expect(periodOf("all", clock)).toMatchObject({ from: null, before: null });
});

test("twelve months can be chosen, an older one while it is asked for, and all time", () => {
  const labels = (asked: string) => monthChoices(asked, clock).map(({ label }) => label);
  expect([labels("")[0], labels("").at(-2), labels("").at(-1)]).toEqual(["April 2026", "May 2025", "All time"]);
  expect(labels("2020-01").at(-2)).toBe("January 2020");
});

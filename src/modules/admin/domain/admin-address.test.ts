import { expect, test } from "vitest";
import { adminAddress, askedOf, blankAsk, boundErrors, isNarrowed, quickQuery, readAdminAsk } from "./admin-address.ts";

const read = (query: string) => readAdminAsk(new URLSearchParams(query));

test("an address is read and written back without loss", () => {
  const query = "group=no-writer&search=memory&sort=due&service=technical&payment=paid&watch=late&older=1_a";
  const ask = read(query);
  expect(ask).toMatchObject({ group: "no-writer", search: "memory", sort: "due", watch: "late", older: "1_a" });
  const again = new URL(adminAddress(ask, { older: ask.older }), "http://x");
  expect(readAdminAsk(again.searchParams)).toEqual(ask);
});

test("what is standard stays out of the address", () => {
  expect(adminAddress(blankAsk)).toBe("/admin/orders");
  expect(adminAddress(blankAsk, { group: "all" })).toBe("/admin/orders?group=all");
});

test("each tab keeps a sort that was asked for, where it has it, and else has its own", () => {
  expect(adminAddress(read(""), { group: "finished" })).toBe("/admin/orders?group=finished");
  expect(adminAddress(read("sort=newest"), { group: "working" })).toBe("/admin/orders?group=working&sort=newest");
  expect(adminAddress(read("sort=due-last"), { group: "all" })).toBe("/admin/orders?group=all");
  expect(adminAddress(read("group=finished&sort=price"), { group: "open" })).toBe("/admin/orders?sort=price");
  expect(read(new URL(adminAddress(read("group=finished"), { group: "open" }), "http://x").search).sort).toBe("due");
});

test("a change of anything but the place starts at the first page", () => {
  const ask = read("older=1_a&search=tides");
  expect(adminAddress(ask, { sort: "oldest" })).toBe("/admin/orders?search=tides&sort=oldest");
  expect(adminAddress(ask, { newer: "2_b" })).toBe("/admin/orders?search=tides&newer=2_b");
});

test.each([
  ["group=__proto__", { group: "open" }],
  ["sort=cheapest", { sort: "due" }],
  ["group=all&sort=cheapest", { sort: "newest" }],
  ["sort=newest", { group: "open", sort: "newest" }],
  ["status=constructor&from=2026-02-30&to=soon", { status: "", from: "", to: "" }],
  ["min=$1,200.50&max=0,50", { min: "$1,200.50", max: "0,50" }],
  ["watch=constructor", { watch: "" }],
  ["group=finished&sort=due", { group: "finished", sort: "newest" }],
  ["search=%20%20x%20", { search: "x" }],
])("%s is read as %o", (query, expected) => {
  expect(read(query)).toMatchObject(expected);
});

test("a bound of the price that cannot be read narrows nothing, says why and stays as it was typed", () => {
  const ask = read("min=$1,200.50&max=0,50");
  expect(askedOf(ask, "UTC")).toMatchObject({ least: 120_050 });
  expect(askedOf(ask, "UTC")).not.toHaveProperty("most");
  expect(boundErrors(ask)).toEqual({ max: expect.stringContaining("0.50") });
  expect(adminAddress(ask)).toContain("max=0%2C50");
});

test("a tab alone does not narrow", () => {
  expect(isNarrowed(read("group=all&sort=oldest"))).toBe(false);
  for (const query of ["search=x", "service=quiz", "payment=paid", "watch=late"])
    expect(isNarrowed(read(query))).toBe(true);
});

test("days are whole days of the reader's zone, amounts are cents, and what is not asked for is left out", () => {
  const ask = read("from=2026-03-29&to=2026-03-29&min=12.5&writer=none");
  expect(askedOf(ask, "Europe/Berlin")).toEqual({
    group: "open",
    sort: "due",
    writer: "none",
    from: new Date("2026-03-28T23:00:00Z"),
    until: new Date("2026-03-29T22:00:00Z"),
    least: 1250,
  });
});

test("a quick filter asks for what is open, and keeps the other filters", () => {
  const ask = readAdminAsk(new URLSearchParams("group=finished&sort=price&service=quiz&watch=due-today&older=1_a"));
  expect(ask.watch).toBe("due-today");
  expect(quickQuery(ask)).toBe("service=quiz");
  expect(quickQuery(readAdminAsk(new URLSearchParams("watch=late&search=x")))).toBe("search=x");
});

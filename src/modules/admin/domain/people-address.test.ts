import { expect, test } from "vitest";
import { peopleAddress } from "./people-address.ts";

const read = (query: string) => peopleAddress.read(new URLSearchParams(query));

test("an address is read and written back without loss", () => {
  const ask = read("group=clients&search=anna%20b&orders=more&last=week&sort=spent&older=1_a");
  const narrowed = { orders: "more", last: "week" };
  expect(ask).toEqual({ group: "clients", search: "anna b", ...narrowed, sort: "spent", older: "1_a", newer: "" });
  const again = new URL(peopleAddress.to(ask, { older: ask.older }), "http://x");
  expect(peopleAddress.read(again.searchParams)).toEqual(ask);
});

test("what is standard stays out, and a change of anything but the place starts at the first page", () => {
  expect(peopleAddress.to(read(""))).toBe("/admin/people");
  expect(peopleAddress.to(read("older=1_a&search=x"), { group: "blocked" })).toBe(
    "/admin/people?group=blocked&search=x",
  );
});

test.each(["__proto__", "constructor", "ALL", ""])("%j names no group and no sort", (name) => {
  expect(read(`group=${name}&sort=${name}`)).toMatchObject({ group: "clients", sort: "last" });
});

test("without a tab a search is in everybody, and clients are listed without one", () => {
  expect(read("search=x").group).toBe("all");
  expect(peopleAddress.to(read("search=x"))).toBe("/admin/people?search=x");
  expect(peopleAddress.to(read("search=x"), { search: "" })).toBe("/admin/people?group=all");
  expect(peopleAddress.to(read(""), { search: "x" })).toBe("/admin/people?group=clients&search=x");
});

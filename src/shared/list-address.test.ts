import { expect, test } from "vitest";
import { listAddress } from "./list-address.ts";

const tabs = { open: "Open", done: "Done" };
const things = listAddress("/things", (at) => {
  const group = at.oneOf("group", tabs, "open");
  return {
    group,
    search: at.text("search"),
    day: at.day("day"),
    sort: at.oneOf("sort", { due: "", made: "" }, group === "open" ? "due" : "made"),
  };
});
const read = (query: string) => things.read(new URLSearchParams(query));

test("what is not known is as if it were not there", () => {
  expect(read("group=__proto__&day=2026-02-30&search=%20x%20&sort=constructor&other=1")).toEqual({
    ...{ group: "open", search: "x", day: "", sort: "due", older: "", newer: "" },
  });
});

test("what is read the same without standing in the address is left out", () => {
  expect(things.to(read(""))).toBe("/things");
  expect(things.to(read("group=done"))).toBe("/things?group=done");
  expect(things.to(read("group=done"), { sort: "due" })).toBe("/things?group=done&sort=due");
  expect(things.toNamed(read("search=x"), { group: "nothing" })).toBe("/things?search=x");
});

test("a change of anything but the place starts at the first page", () => {
  const ask = read("older=1_a&search=x");
  expect(things.to(ask, { group: "done", sort: "made" })).toBe("/things?group=done&search=x");
  expect(things.to(ask, { newer: "2_b" })).toBe("/things?search=x&newer=2_b");
  expect(things.query(ask)).toBe("search=x");
});

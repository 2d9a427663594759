import { expect, test } from "vitest";
import { chosenWriters, writersAddress } from "./writers-address.ts";

const ask = (query: string) => writersAddress.read(new URLSearchParams(query));

test("an address is read and written back; what is not known is left out", () => {
  expect(ask("group=free&search=+anna+&subject=Law&x=1")).toEqual({
    group: "free",
    search: "anna",
    subject: "Law",
    older: "",
    newer: "",
  });
  expect(ask("group=__proto__")).toEqual({ group: "all", search: "", subject: "", older: "", newer: "" });
  expect(writersAddress.to(ask("group=free&search=anna"), { group: "all" })).toBe("/admin/writers?search=anna");
  expect(writersAddress.to(ask(""))).toBe("/admin/writers");
});

const writer = (name: string, known: object = {}) => ({
  name,
  pseudonym: `Writer ${name.slice(0, 2)}`,
  active: true,
  away: false,
  openOrders: 0,
  capacity: 2,
  subjects: [{ name: "Law" }],
  ...known,
});
const all = [
  writer("Anna"),
  writer("Ben", { openOrders: 2 }),
  writer("Carl", { away: true, subjects: [{ name: "History" }] }),
  writer("Dora", { active: false, openOrders: 2 }),
];

test.each([
  ["", ["Anna", "Ben", "Carl", "Dora"]],
  ["group=free", ["Anna"]],
  ["group=full", ["Ben"]],
  ["group=away", ["Carl"]],
  ["group=paused", ["Dora"]],
  ["search=writer+be", ["Ben"]],
  ["search=history", ["Carl"]],
  ["subject=Law&group=paused", ["Dora"]],
  ["search=nobody", []],
])("%s", (query, names) => {
  expect(chosenWriters(all, ask(query)).rows.map(({ name }) => name)).toEqual(names);
});

test("tabs count what the search finds", () => {
  expect(chosenWriters(all, ask("subject=Law")).counts).toEqual({ all: 3, free: 1, full: 1, away: 0, paused: 1 });
});

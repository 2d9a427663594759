import { expect, test } from "vitest";
import { listChanges } from "./live-list.tsx";

const [a, b, c] = ["a", "b", "c"].map((id) => ({ id, status: "confirmed", deadline: new Date(0) }));
const changed = { ...a, status: "assigned" };

test.each([
  ["nothing", [a, b], [{ ...a }, b], { count: 0, moves: false }],
  ["a row in its place", [a, b], [changed, b], { count: 1, moves: false }],
  ["a row that goes", [a, b], [b], { count: 1, moves: true }],
  ["a row that comes, another one falls off the page", [a, b], [c, a], { count: 2, moves: true }],
  ["the order alone", [a, b], [b, a], { count: 1, moves: true }],
  ["a date", [a], [{ ...a, deadline: new Date(1) }], { count: 1, moves: false }],
])("%s", (_what, before, after, found) => {
  expect(listChanges(before as { id: string }[], after as { id: string }[])).toEqual(found);
});

import { expect, test } from "vitest";
import { type Candidate, spreadOrders, suggestWriters } from "./suggest.ts";

const writer = (id: string, capacity: number, more: Partial<Candidate> = {}): Candidate => ({
  ...{ id, subjects: [], openOrders: 0, capacity, away: false, delivered: 0, onTime: 0 },
  ...{ inSubject: 0, forClient: 0, maySharePerson: false, askedBefore: false, ...more },
});
const orders = ["c", "a", "b"].map((id, at) => ({ id, due: new Date(10 - at) }));
const spread = (candidates: readonly Candidate[]) =>
  spreadOrders(orders, (_order, given) =>
    suggestWriters(
      candidates.map((one) => ({ ...one, openOrders: one.openOrders + (given.get(one.id) ?? 0) })),
      { subject: null, level: null },
    ),
  ).map(({ order, writerId }) => [order.id, writerId]);

test("the nearest deadline is served first, and nobody gets more than there are places", () => {
  expect(spread([writer("w", 2)])).toEqual([
    ["b", "w"],
    ["a", "w"],
    ["c", null],
  ]);
});

test("orders are spread: who has just got one is asked last among equals", () => {
  expect(spread([writer("v", 3), writer("w", 3)]).map(([, id]) => id)).toEqual(["v", "w", "v"]);
});

test("who does not fit gets none", () => {
  expect(spread([writer("v", 3, { away: true }), writer("w", 1)]).map(([, id]) => id)).toEqual(["w", null, null]);
});

import { expect, test } from "vitest";
import type { MoneyToDo } from "#src/modules/payments/index.server.ts";
import { todoCount, todoOf } from "./money-todo-list.tsx";

const clock = { now: new Date("2026-03-10T20:45:00Z"), zone: "UTC" };
const at = (hour: number) => new Date(Date.UTC(2026, 2, 10, hour));
const order = (id: string) => ({
  id,
  number: `N${id}`,
  title: `Title ${id}`,
  country: "DE",
  clientName: "Kofi Boateng",
});
const orders = new Map(["a", "b"].map((id) => [id, order(id)]));
const none: MoneyToDo = {
  ...{ events: [], refunds: [], disputes: [], reviews: [], held: [], transfers: [], waiting: [], orders },
};
const transfer = (id: string, hour: number, rest: object = {}): MoneyToDo["transfers"][number] => ({
  ...{ id, orderId: id, cents: 7_000, since: at(hour), arrivedCents: 0, entered: false, hasProof: false },
  ...rest,
});

test("nothing waits", () => {
  expect([todoOf(none, clock), todoCount(none)]).toEqual([[], 0]);
});

test("what failed comes first, then the oldest; each row says what is missing", () => {
  const event = { id: "e", provider: "stripe", attempts: 3, error: "The database was busy.", receivedAt: at(20) };
  const money = {
    ...none,
    events: [event],
    transfers: [transfer("a", 14, { arrivedCents: 6_500 }), transfer("b", 9, { hasProof: true })],
  };
  expect(todoOf(money, clock).map(({ kind, title, note, act }) => [kind, title, note, act])).toEqual([
    ["Message failed", "Message from Stripe", "Received today, 20:00, 3 tries: The database was busy.", "Try now"],
    ["Transfer", "Title b, Nb", "From Kofi Boateng. Proof sent. Look for it on the bank statement.", "Confirm"],
    ["Transfer", "Title a, Na", "From Kofi Boateng. $5.00 too little arrived.", "Decide"],
  ]);
  expect(todoCount(money)).toBe(3);
});

test("a kind that is read to its end alone is counted as more", () => {
  const transfers = Array.from({ length: 50 }, (_, n) => transfer(`t${n}`, 1));
  expect(todoCount({ ...none, transfers })).toBe("more than 49");
});

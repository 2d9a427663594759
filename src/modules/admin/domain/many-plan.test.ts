import { describe, expect, test } from "vitest";
import { leftOr } from "#src/shared/time-labels.ts";
import { aboutOrders, type ListedOrder, owed, planWriting } from "./many-plan.ts";

const now = new Date("2026-03-10T12:00:00Z");
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);

const order = (more: Partial<ListedOrder> = {}): ListedOrder => ({
  ...{ id: "o1", version: 3, number: "K2M7V4D", title: "Essay", status: "in_progress", paymentStatus: "paid" },
  ...{ kind: "priced", priceCents: 100, deadline: hours(20), frozen: false },
  ...{ clientId: "ann", clientName: "Ann", writerId: "will", writerName: "Writer W7KD" },
  ...more,
});
const known = { now, own: new Set<string>(), holders: {}, reminded: {} };
const remind = { step: "remind", to: "clients" } as const;

describe("who owes the next step", () => {
  test.each<[string, Partial<ListedOrder>, "client" | "writer"]>([
    ["a payment", { status: "pending" }, "client"],
    ["a decision about the price", { status: "quoted", kind: "custom" }, "client"],
    ["an answer", { status: "on_hold" }, "client"],
    ["a decision about the work", { status: "delivered" }, "client"],
    ["an answer to the offer", { status: "assigned" }, "writer"],
    ["work that is near its deadline", {}, "writer"],
    ["late work", { deadline: hours(-2) }, "writer"],
    ["a late revision", { status: "revision_requested", deadline: hours(-2) }, "writer"],
  ])("%s", (_owes, more, side) => {
    expect(owed(order(more), now)).toMatchObject({ side, text: expect.stringContaining("K2M7V4D") });
  });

  test.each<[string, Partial<ListedOrder>]>([
    [`${leftOr(hours(144), now)}, nobody is late`, { deadline: hours(144) }],
    ["it has no writer yet", { status: "confirmed" }],
    ["it needs a quote from us", { status: "pending", kind: "custom", priceCents: null }],
    ["a bank transfer is expected", { status: "pending", paymentStatus: "awaiting_confirmation" }],
    ["in dispute: write to both sides on its page", { status: "disputed" }],
    ["it has ended", { status: "completed" }],
    ["the bank looks at the payment", { frozen: true }],
  ])("nobody: %s", (why, more) => {
    expect(owed(order(more), now)).toEqual({ why });
  });
});

test("a person gets one message about all the chosen orders", () => {
  const two = [
    order(),
    order({ id: "o2", number: "Q8D3M7R" }),
    order({ id: "o3", clientId: "bea", clientName: "Bea" }),
  ];
  const { messages, stays } = planWriting(two, { step: "message", to: "clients" }, known);
  expect(messages.map(({ person, orders }) => [person.name, orders.map(({ id }) => id)])).toEqual([
    ["Ann", ["o1", "o2"]],
    ["Bea", ["o3"]],
  ]);
  expect(stays).toEqual([]);
});

test("what must not be touched stays, with its reason", () => {
  const chosen = [
    order({ id: "own" }),
    order({ id: "nobody", writerId: null }),
    order({ id: "held", writerId: "wanda", writerName: "Writer A1" }),
    order({ id: "again" }),
  ];
  const before = { ...known, own: new Set(["own"]), holders: { wanda: "Marta K." }, reminded: { again: hours(-2) } };
  expect(planWriting(chosen, { step: "message", to: "writers" }, before).stays.map(({ why }) => why)).toEqual([
    "this is your own order",
    "it has no writer",
    "Marta K. has the chat with Writer A1",
  ]);
  const { messages, stays } = planWriting(chosen, remind, before);
  expect(messages).toEqual([]);
  expect(stays.at(-1)?.why).toMatch(/^reminded 2\sh ago$/);
});

test("the first line names one order with its title, several by their numbers", () => {
  expect(aboutOrders([order()], "Hello")).toBe("About order K2M7V4D, Essay:\n\nHello");
  const three = ["A", "B", "C"].map((number) => ({ number, title: "" }));
  expect(aboutOrders(three, "Hello")).toBe("About the orders A, B and C:\n\nHello");
});

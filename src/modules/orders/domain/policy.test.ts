import { describe, expect, test } from "vitest";
import { type Capability, capabilities, guest, type Person, type Viewer } from "#src/shared/viewer.ts";
import { orderIn } from "./order-in.test-support.ts";
import {
  actorFor,
  actorsOf,
  canApplyAsAdmin,
  canApproveRefund,
  canBuy,
  canSeeAllOrders,
  canSeeOrder,
  canWithdrawRefund,
  clientIdOf,
  isClosedFor,
  type OrderPart,
  visibleOrder,
  writerIdOf,
} from "./policy.ts";

const person = (id: string, known: Partial<Person> = {}): Person => ({
  kind: "person",
  id,
  name: "N",
  email: "n@example.test",
  emailVerified: true,
  role: 1,
  capabilities: [],
  timeZone: null,
  waitingRole: null,
  sessionId: "s",
  freshAt: new Date("2100-01-01"),
  ...known,
});
const admin = (id: string, ...may: Capability[]) => person(id, { role: 3, capabilities: may });
const order = orderIn("in_progress");
const orderParts = [
  "work",
  "unopened",
  "rating",
  "money",
  "checkout",
  "payee",
  "ledger",
  "transfers",
  "account",
  "priced",
  "admin",
  "summary",
] as const satisfies OrderPart[];

type Row = [who: string, viewer: Viewer, sees: readonly OrderPart[], actors: string];
const rows: readonly Row[] = [
  ["a guest", guest, [], ""],
  ["the client", person("client"), ["work", "rating", "money", "checkout", "payee"], "C"],
  ["another client", person("other"), [], ""],
  ["the writer", person("writer", { role: 2 }), ["work", "unopened"], "W"],
  ["another writer", person("other", { role: 2 }), [], ""],
  ["its writer who is a client now", person("writer"), [], ""],
  ["its writer who is an admin without capabilities now", admin("writer"), [], ""],
  ["its writer before the second factor", person("writer", { waitingRole: 2 }), [], ""],
  ["its client, a writer by now", person("client", { role: 2 }), ["work", "rating", "money", "checkout", "payee"], "C"],
  ["its client before the second factor", person("client", { waitingRole: 2 }), [], ""],
  [
    "an admin for orders",
    admin("x", "orders"),
    ["work", "unopened", "rating", "money", "ledger", "admin", "summary"],
    "A",
  ],
  ["an admin for money", admin("x", "money"), ["money", "ledger", "transfers", "account"], ""],
  ["an admin for prices", admin("x", "prices"), ["priced"], ""],
  ["an admin for all else", admin("x", "chat", "people", "settings"), [], ""],
  ["an admin before the second factor", person("x", { waitingRole: 3, capabilities }), [], ""],
  [
    "an admin for orders who ordered",
    admin("client", "orders"),
    ["work", "unopened", "rating", "money", "checkout", "payee", "ledger", "admin", "summary"],
    "C",
  ],
  ["an admin for all three who ordered", admin("client", "orders", "money", "prices"), [...orderParts], "C"],
  [
    "an admin for orders who was its writer",
    admin("writer", "orders"),
    ["work", "unopened", "rating", "money", "ledger", "admin", "summary"],
    "",
  ],
  ["a program for orders", { kind: "program", id: "client", scopes: ["orders"] }, ["summary"], ""],
  ["a program for all else", { kind: "program", id: "client", scopes: ["quotes", "prices", "checks"] }, [], ""],
  ["a timer", { kind: "system", job: "timers" }, [], "S"],
  ["a payment provider", { kind: "provider", provider: "stripe" }, [], "S"],
];

describe("who sees what of an order, and in which part", () => {
  test.each(rows)("%s", (_who, viewer, sees, actors) => {
    expect(orderParts.filter((part) => canSeeOrder(order, viewer, part))).toEqual(sees);
    expect(
      actorsOf(order, viewer)
        .map(({ kind }) => kind)
        .join(""),
    ).toBe(actors);
  });

  test("an order without a writer is nobody's work", () => {
    const free = orderIn("confirmed");
    for (const viewer of [guest, person("writer", { role: 2 }), person("writer", { role: 2, waitingRole: 2 })])
      expect(actorsOf(free, viewer)).toEqual([]);
  });

  test("only admins see every order, each for what the capability opens", () => {
    for (const [, viewer] of rows) {
      const all = orderParts.filter((part) => canSeeAllOrders(viewer, part));
      const stranger = orderParts.filter((part) => canSeeOrder({ clientId: "a", writerId: "b" }, viewer, part));
      expect(all).toEqual(stranger);
    }
  });

  test("own lists: clients by their id, writers by theirs, nobody before the second factor", () => {
    expect([clientIdOf(person("a")), writerIdOf(person("a"))]).toEqual(["a", null]);
    expect([clientIdOf(person("a", { role: 2 })), writerIdOf(person("a", { role: 2 }))]).toEqual(["a", "a"]);
    for (const viewer of [guest, person("a", { waitingRole: 2 })])
      expect([clientIdOf(viewer), writerIdOf(viewer)]).toEqual([null, null]);
  });
});

test("final work is closed for its client while a cent is unpaid, and for nobody who made it or answers for it", () => {
  const closed = (unpaidCents: number, viewer: Viewer) => isClosedFor({ ...order, unpaidCents }, viewer);
  expect([closed(1, person("client")), closed(0, person("client"))]).toEqual([true, false]);
  expect([closed(1, person("writer", { role: 2 })), closed(1, admin("a", "orders"))]).toEqual([false, false]);
});

describe("who orders and pays", () => {
  test("everybody but writers, also those whose second factor is still to be shown", () => {
    for (const viewer of [guest, person("a"), admin("a"), person("a", { waitingRole: 3 })])
      expect(canBuy(viewer)).toBe(true);
    for (const viewer of [person("a", { role: 2 }), person("a", { waitingRole: 2 })])
      expect(canBuy(viewer)).toBe(false);
  });
});

describe("refusals", () => {
  test("a foreign order is the same as one that never was; guests sign in first; writers do not pay", () => {
    const stranger = person("other");
    expect(visibleOrder(order, stranger, "work")).toEqual(visibleOrder(null, stranger, "work"));
    expect(visibleOrder(order, guest, "work")).toMatchObject({ code: "signed-out" });
    expect(visibleOrder(order, person("client", { role: 2 }), "checkout")).toMatchObject({ code: "forbidden" });
    expect(visibleOrder(order, person("client"), "checkout")).toMatchObject({ ok: true, value: order });
  });

  test("a refund is its client's, whatever that person has become; it waits for the second factor like all else", () => {
    for (const role of [1, 2, 3] as const)
      expect(visibleOrder(order, person("client", { role }), "payee")).toMatchObject({ ok: true, value: order });
    for (const other of [person("client", { waitingRole: 2 }), person("writer", { role: 2 }), admin("x", "money")])
      expect(visibleOrder(order, other, "payee")).toMatchObject({ code: "not-found" });
  });
});

describe("the part in which a step is taken", () => {
  test("an admin takes a step with the right that its row names", () => {
    const free = orderIn("pending");
    const [orders, money] = [admin("x", "orders"), admin("x", "money")];
    expect(actorFor(free, money, "confirm-payment")).toEqual({ kind: "A", id: "x" });
    expect(actorFor(free, orders, "confirm-payment")).toBeNull();
    expect([canApplyAsAdmin(money, "confirm-payment"), canApplyAsAdmin(orders, "confirm-payment")]).toEqual([
      true,
      false,
    ]);
    expect(actorFor(free, orders, "cancel")).toEqual({ kind: "A", id: "x" });
    expect(actorFor(free, money, "cancel")).toBeNull();
    const waits = person("x", { waitingRole: 3, capabilities });
    for (const action of ["confirm-payment", "cancel"] as const) expect(canApplyAsAdmin(waits, action)).toBe(false);
  });

  test("an admin who ordered is its client alone", () => {
    const both = admin("client", "orders");
    expect(actorFor(orderIn("delivered"), both, "approve")?.kind).toBe("C");
    expect(actorFor(orderIn("delivered"), both, "complete-unreached")?.kind).toBe("C");
    for (const own of ["client", "writer"])
      expect(canApplyAsAdmin(admin(own, "orders"), "cancel", orderIn("delivered"))).toBe(false);
  });

  test.each([
    ["another admin with money", admin("x", "money"), true, true],
    ["the admin who asked", admin("asker", "money"), false, true],
    ["an admin without money", admin("x", "orders"), false, false],
    ["the order's client", admin("client", "money"), false, false],
    ["the order's writer", admin("writer", "money"), false, false],
    ["an admin before the second factor", person("x", { waitingRole: 3, capabilities }), false, false],
    ["a client", person("client"), false, false],
    ["a guest", guest, false, false],
  ] as const)(
    "a refund that waits is approved by a second admin with money: %s",
    (_who, viewer, approves, withdraws) => {
      const order = orderIn("delivered");
      expect(canApproveRefund(order, { askedBy: "asker" }, viewer)).toBe(approves);
      expect(canWithdrawRefund(order, viewer)).toBe(withdraws);
    },
  );

  test("a free order is claimed by writers, not by its own client and not before the second factor", () => {
    const free = orderIn("confirmed");
    expect(actorFor(free, person("w", { role: 2 }), "claim")).toEqual({ kind: "W", id: "w" });
    for (const viewer of [guest, person("w"), person("w", { waitingRole: 2 })])
      expect(actorFor(free, viewer, "claim")).toBeNull();
    expect(actorFor(free, person("client", { role: 2 }), "claim")?.kind).toBe("C");
    expect(actorFor(free, person("w", { role: 2 }), "accept")).toBeNull();
  });
});

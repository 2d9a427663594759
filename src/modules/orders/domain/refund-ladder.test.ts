import { describe, expect, test } from "vitest";
import { plus } from "./deadlines.ts";
import type { OrderFacts } from "./order-facts.ts";
import { hours, orderIn, t0 } from "./order-in.test-support.ts";
import { standardRules } from "./order-rules.ts";
import { describeLadder, lateCredit, refundFor } from "./refund-ladder.ts";
import type { Stage } from "./states.ts";

const stop = (status: Stage, now: Date, known: Partial<OrderFacts> = {}) =>
  refundFor(orderIn(status, known), { wants: "stop" }, now);

const opened = { draftOpened: true };
const ms = (at: Date) => plus(at, 1);

/** Paid at t0, due 100 h later, so half of the time is used at 50 h. */
const ladder: readonly (readonly [string, Stage, Date, Partial<OrderFacts>, number, string])[] = [
  ["waiting for a writer", "confirmed", hours(99), opened, 100, "nobody"],
  ["only asked a writer", "assigned", hours(99), opened, 100, "nobody"],
  ["asked a writer, deadline passed", "assigned", hours(120), {}, 100, "nobody"],
  ["started, nothing opened", "in_progress", hours(1), {}, 100, "client"],
  ["exactly half, nothing opened", "in_progress", hours(50), {}, 100, "client"],
  ["just over half, nothing opened", "in_progress", ms(hours(50)), {}, 50, "client"],
  ["a draft opened", "in_progress", hours(1), opened, 70, "client"],
  ["exactly half, a draft opened", "in_progress", hours(50), opened, 70, "client"],
  ["just over half, a draft opened", "in_progress", ms(hours(50)), opened, 50, "client"],
  ["exactly the deadline", "in_progress", hours(100), {}, 50, "client"],
  ["just past the deadline", "in_progress", ms(hours(100)), {}, 100, "writer"],
  ["past the deadline, a draft opened", "in_progress", hours(150), opened, 100, "writer"],
  ["in revision after a delivery in time", "revision_requested", hours(150), opened, 50, "client"],
  [
    "in revision after a late delivery",
    "revision_requested",
    hours(150),
    { ...opened, firstDeliveredAt: hours(101) },
    100,
    "writer",
  ],
  ["on hold: the clock stands", "on_hold", hours(90), { heldSince: hours(50) }, 100, "client"],
  ["on hold since just over half", "on_hold", hours(90), { heldSince: ms(hours(50)) }, 50, "client"],
  [
    "past pauses do not count as used",
    "in_progress",
    hours(70),
    { deadline: hours(120), pausedMs: 20 * 3_600_000 },
    100,
    "client",
  ],
  [
    "past pauses, just over half",
    "in_progress",
    ms(hours(70)),
    { deadline: hours(120), pausedMs: 20 * 3_600_000 },
    50,
    "client",
  ],
  ["late by a date that is the client's own", "in_progress", hours(130), { writerDeadline: hours(100) }, 100, "writer"],
  ["late by the operator's own date", "in_progress", hours(130), { writerDeadline: hours(140) }, 100, "operator"],
];

test.each(ladder)("%s", (_says, status, now, known, percent, bearer) => {
  const answer = stop(status, now, known);
  expect(answer).toMatchObject({ percent, cents: percent * 100, bearer });
  expect(answer.rule).toContain(`${percent}% of the price back.`);
});

describe("amounts", () => {
  test("half a cent goes to the client, and never more than is left of the price goes back", () => {
    expect(stop("in_progress", hours(60), { priceCents: 10_001 }).cents).toBe(5_001);
    expect(stop("in_progress", hours(1), { priceCents: 12_345, draftOpened: true }).cents).toBe(8_642);
    expect(stop("in_progress", hours(150), { refundedCents: 4_000 }).cents).toBe(6_000);
  });

  test("unpaid orders and delivered work give nothing back here", () => {
    expect(stop("pending", hours(1))).toMatchObject({ cents: 0, code: "nothing-paid" });
    expect(stop("delivered", hours(60))).toMatchObject({ cents: 0, code: "delivered" });
  });

  test("who pays decides what the writer's share is taken from", () => {
    const order = orderIn("in_progress");
    const base = (cause: "client" | "writer" | "operator") => refundFor(order, { wants: "stop", cause }, hours(60));
    expect(base("client")).toMatchObject({ cents: 5_000, bearer: "client", writerBaseCents: 5_000 });
    expect(base("writer")).toMatchObject({ cents: 10_000, bearer: "writer", writerBaseCents: 0 });
    expect(base("operator")).toMatchObject({ cents: 10_000, bearer: "operator", writerBaseCents: 5_000 });
  });
});

describe("credit for late work", () => {
  const credit = (now: Date, known: Partial<OrderFacts> = {}) => lateCredit(orderIn("in_progress", known), now);
  const steps = [
    { upToHours: 24, cents: 10_000 },
    { upToHours: 120, cents: 9_500 },
    { upToHours: 168, cents: 6_000 },
    { upToHours: null, cents: 4_000 },
  ];

  test.each([
    ["at the deadline", hours(100), 0],
    ["the first started day", ms(hours(100)), 500],
    ["a whole day", hours(124), 500],
    ["the second started day", ms(hours(124)), 1_000],
    ["nine days", hours(100 + 216), 4_500],
    ["ten days", hours(100 + 240), 5_000],
    ["at most half", hours(100 + 2_400), 5_000],
  ] as const)("%s: at least 5 %% a started day", (_says, now, cents) => {
    expect(credit(now)).toBe(cents);
  });

  test.each([
    ["same step: the days count", hours(110), 500],
    ["exactly the end of a step", hours(120), 500],
    ["the next step's price", ms(hours(120)), 4_000],
    ["the cheapest step, at most half", ms(hours(168)), 5_000],
  ] as const)("%s", (_says, now, cents) => {
    expect(credit(now, { priceSteps: steps })).toBe(cents);
  });

  test("the one whose own date was the client's deadline pays; the operator does when its date was later", () => {
    const bearerAt = (writerDeadline: Date) =>
      refundFor(orderIn("in_progress", { writerDeadline }), { wants: "late-work" }, hours(110)).bearer;
    expect([hours(100), ms(hours(100))].map(bearerAt)).toEqual(["writer", "operator"]);
  });

  test("pauses are no delivery time", () => {
    const paused = { priceSteps: steps, pausedMs: 20 * 3_600_000, deadline: hours(120) };
    expect(credit(hours(140), paused)).toBe(500);
    expect(credit(ms(hours(140)), paused)).toBe(4_000);
  });

  test("the answer names rule and bearer, and is bounded by what is left", () => {
    const late = refundFor(orderIn("in_progress", { refundedCents: 9_700 }), { wants: "late-work" }, hours(110));
    expect(late).toMatchObject({ code: "credit", cents: 300, bearer: "writer" });
    const inTime = refundFor(orderIn("in_progress"), { wants: "late-work" }, t0);
    expect(inTime).toMatchObject({ cents: 0, bearer: "nobody" });
  });
});

test("the printed ladder is that of the rules that the order keeps", () => {
  const refund = { ...standardRules.refund, earlyOpenedPercent: 65, earlyPartPercent: 40 };
  const printed = describeLadder(refund).find(({ code }) => code === "early-opened");
  expect(printed).toMatchObject({ back: "65% of the price", when: expect.stringContaining("40% of the time") });
  const order = orderIn("in_progress", { ...opened, rules: { ...standardRules, refund } });
  const answer = refundFor(order, { wants: "stop" }, hours(40));
  expect(answer).toMatchObject({ percent: 65, rule: expect.stringContaining("65% of the price back.") });
  expect(refundFor(order, { wants: "stop" }, ms(hours(40))).percent).toBe(50);
});

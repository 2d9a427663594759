import { expect, test } from "vitest";
import { plus } from "./deadlines.ts";
import { decide } from "./decide.ts";
import type { Action } from "./lifecycle.ts";
import type { OrderFacts } from "./order-facts.ts";
import { actors, days, hours, orderIn, ripe } from "./order-in.test-support.ts";
import type { ActorKind, Stage } from "./states.ts";

type Case = {
  says: string;
  status: Stage;
  action: Action;
  kind: ActorKind;
  /** The first instant on the side named `fromHere`; one millisecond earlier is the other side. */
  at: Date;
  fromHere: "allowed" | "refused";
  known?: Partial<OrderFacts>;
};

const transfer = { transferSince: hours(5), paymentStatus: "awaiting_confirmation" } as const;
const seen = { pageOpenedAt: hours(51) };

const cases: readonly Case[] = [
  {
    says: "priced order: 72 h after placing",
    status: "pending",
    action: "expire",
    kind: "S",
    at: hours(72),
    fromHere: "allowed",
  },
  {
    says: "priced order: at a nearer deadline",
    status: "pending",
    action: "expire",
    kind: "S",
    at: hours(30),
    fromHere: "allowed",
    known: { deadline: hours(30) },
  },
  {
    says: "custom order without a quote: at its deadline only",
    status: "pending",
    action: "expire",
    kind: "S",
    at: hours(100),
    fromHere: "allowed",
    known: { kind: "custom" },
  },
  {
    says: "custom order whose quote ended: 72 h from there",
    status: "pending",
    action: "expire",
    kind: "S",
    at: hours(92),
    fromHere: "allowed",
    known: { kind: "custom", quoteEnded: true, waitingSince: hours(20) },
  },
  {
    says: "transfer: 7 d",
    status: "pending",
    action: "expire",
    kind: "S",
    at: hours(5 + 168),
    fromHere: "allowed",
    known: { ...transfer, deadline: days(30) },
  },
  {
    says: "transfer: the deadline less the minimum lead",
    status: "pending",
    action: "expire",
    kind: "S",
    at: hours(97),
    fromHere: "allowed",
    known: transfer,
  },
  {
    says: "quote: 48 h",
    status: "quoted",
    action: "end-quote",
    kind: "S",
    at: hours(48),
    fromHere: "allowed",
    known: { kind: "custom" },
  },
  { says: "offer: 2 h", status: "assigned", action: "lapse-offer", kind: "S", at: hours(2), fromHere: "allowed" },
  {
    says: "unassigned: the deadline",
    status: "confirmed",
    action: "cancel-unassigned",
    kind: "S",
    at: hours(100),
    fromHere: "allowed",
  },
  {
    says: "assign: the margin leaves time until an hour before the deadline",
    status: "confirmed",
    action: "assign",
    kind: "A",
    at: hours(99),
    fromHere: "refused",
  },
  { says: "pause: 7 d", status: "on_hold", action: "resume", kind: "S", at: hours(10 + 168), fromHere: "allowed" },
  {
    says: "dispute of late work: just after the deadline",
    status: "in_progress",
    action: "open-dispute",
    kind: "C",
    at: plus(hours(100), 1),
    fromHere: "allowed",
  },
  {
    says: "approval: 60 s",
    status: "delivered",
    action: "complete",
    kind: "S",
    at: plus(hours(55), 60_000),
    fromHere: "allowed",
    known: { approvedAt: hours(55) },
  },
  {
    says: "revision: 7 d after delivery",
    status: "delivered",
    action: "request-revision",
    kind: "C",
    at: hours(50 + 168),
    fromHere: "refused",
    known: seen,
  },
  {
    says: "revision: 14 d from 20 pages",
    status: "delivered",
    action: "request-revision",
    kind: "C",
    at: hours(50 + 336),
    fromHere: "refused",
    known: { ...seen, pages: 20 },
  },
  {
    says: "work seen after the review time: 14 d",
    status: "delivered",
    action: "request-revision",
    kind: "C",
    at: hours(50 + 336),
    fromHere: "refused",
    known: { pageOpenedAt: days(10) },
  },
  {
    says: "completion by time: 7 d",
    status: "delivered",
    action: "complete-by-time",
    kind: "S",
    at: hours(50 + 168),
    fromHere: "allowed",
    known: seen,
  },
  {
    says: "completion by time: 19 pages still 7 d",
    status: "delivered",
    action: "complete-by-time",
    kind: "S",
    at: hours(50 + 168),
    fromHere: "allowed",
    known: { ...seen, pages: 19 },
  },
  {
    says: "completion by time: 14 d from 20 pages",
    status: "delivered",
    action: "complete-by-time",
    kind: "S",
    at: hours(50 + 336),
    fromHere: "allowed",
    known: { ...seen, pages: 20 },
  },
  {
    says: "unseen work: an admin decides at 14 d",
    status: "delivered",
    action: "complete-unreached",
    kind: "A",
    at: hours(50 + 336),
    fromHere: "allowed",
  },
  {
    says: "revision after the finish: 14 d",
    status: "completed",
    action: "request-revision",
    kind: "C",
    at: hours(60 + 336),
    fromHere: "refused",
  },
  {
    says: "dispute after the finish: 30 d from 20 pages",
    status: "completed",
    action: "open-dispute",
    kind: "C",
    at: hours(60 + 720),
    fromHere: "refused",
    known: { pages: 20 },
  },
  {
    says: "release: 14 d",
    status: "completed",
    action: "release",
    kind: "S",
    at: hours(60 + 336),
    fromHere: "allowed",
  },
  {
    says: "release: 30 d from 20 pages",
    status: "completed",
    action: "release",
    kind: "S",
    at: hours(60 + 720),
    fromHere: "allowed",
    known: { pages: 20 },
  },
  {
    says: "dispute: 30 d without a decision",
    status: "disputed",
    action: "refund-undecided",
    kind: "S",
    at: hours(60 + 720),
    fromHere: "allowed",
  },
];

const ask = ({ status, action, kind, known }: Case, now: Date) => {
  const { params, settings } = ripe(status, action);
  return decide(orderIn(status, known), action, actors[kind], now, params, settings).ok;
};

test.each(cases)("$says: judged to the millisecond", (one) => {
  expect(ask(one, one.at)).toBe(one.fromHere === "allowed");
  expect(ask(one, plus(one.at, -1))).toBe(one.fromHere === "refused");
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { percentOf } from "#src/shared/money.ts";
import { dayMs, hourMs } from "#src/shared/units.ts";
import { seed, sized } from "#tests/support/full-run.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { storeSetting } from "#tests/support/settings.ts";
import { noteOrderOpened } from "../commands/note-opened.ts";
import { type OrderRules, standardRules } from "../domain/order-rules.ts";
import { orderFixture } from "../order-fixture.testing.ts";
import {
  type Cast,
  custom,
  doAct,
  essayCents,
  eventsOf,
  must,
  orderIn,
  pay,
  person,
  place,
  placing,
  rowOf,
  tick,
} from "../orders.testing.ts";
import { orderForAdmin } from "../queries/order-for-admin.ts";
import { orderForClient } from "../queries/order-for-client.ts";
import { previewCancel } from "../queries/preview-cancel.ts";
import { rulesSetting } from "../settings.ts";

const { runtime, start } = await orderFixture();
const runs = sized(30, 10_000);

/** A ladder that falls, and periods of any length. */
const rulesArb: fc.Arbitrary<OrderRules> = fc
  .record({
    shares: fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 4, maxLength: 4 }),
    earlyPartPercent: fc.integer({ min: 10, max: 90 }),
    reviewDays: fc.integer({ min: 1, max: 20 }),
    revisionDays: fc.integer({ min: 1, max: 40 }),
    disputeDays: fc.integer({ min: 6, max: 40 }),
    approvalUndoSeconds: fc.integer({ min: 10, max: 60 }),
  })
  .map(({ shares, earlyPartPercent, ...periods }) => {
    const [unstartedPercent = 0, earlyUnopenedPercent = 0, earlyOpenedPercent = 0, lateHalfPercent = 0] =
      shares.toSorted((a, b) => b - a);
    const falling = { unstartedPercent, earlyUnopenedPercent, earlyOpenedPercent, lateHalfPercent };
    return { ...standardRules, ...periods, refund: { ...standardRules.refund, ...falling, earlyPartPercent } };
  });

const lifeArb = fc.record({
  placed: rulesArb,
  meanwhile: rulesArb,
  later: rulesArb,
  until: fc.constantFrom("confirmed", "assigned", "in_progress", "delivered", "completed"),
  hours: fc.integer({ min: 0, max: 59 }),
  disputed: fc.boolean(),
});
type Life = typeof lifeArb extends fc.Arbitrary<infer T> ? T : never;

const setRules = (rules: OrderRules) => storeSetting(runtime, rulesSetting, rules);
const at = (from: Date, ms: number) => new Date(from.getTime() + ms);
const shownTo = async ({ client, orderId }: Cast) => must(await orderForClient(ctxFor(runtime, client), { orderId }));
const statusAt = async ({ orderId }: Cast, now: Date) => {
  runtime.setNow(now);
  // Orders of earlier lives have timers too, and one tick takes 200.
  while ((await tick(runtime)) > 0);
  return (await rowOf(runtime, orderId)).status;
};

/** The share of the price that is refunded by the rules of placing: the ladder in four lines. */
const promisedCents = ({ placed: { refund }, until, hours }: Life): number => {
  if (until !== "in_progress") return percentOf(essayCents, refund.unstartedPercent);
  const early = hours * 100 <= 60 * refund.earlyPartPercent;
  return percentOf(essayCents, early ? refund.earlyUnopenedPercent : refund.lateHalfPercent);
};

/** The client looks at the refund, an admin changes the rules, the client cancels: what was shown is paid. */
async function cancels(cast: Cast, life: Life): Promise<void> {
  const { client, orderId } = cast;
  runtime.setNow(at(start, life.hours * hourMs));
  const seen = must(await previewCancel(ctxFor(runtime, client), { orderId }));
  expect(seen.refundCents).toBe(life.until === "confirmed" ? essayCents : promisedCents(life));
  await setRules(life.later);
  const asked = { refundSeenCents: seen.refundCents };
  const done = must(await doAct(runtime, client, orderId, "cancel", asked));
  expect(done.money).toMatchObject({ kind: "refund", cents: seen.refundCents });
}

/** What the page names as an end is the end: not a moment earlier. */
async function endsAt(cast: Cast, end: Date, before: string, after: string): Promise<void> {
  expect(await statusAt(cast, at(end, -1))).toBe(before);
  expect(await statusAt(cast, end)).toBe(after);
}

async function isDisputed(cast: Cast, life: Life): Promise<void> {
  must(await doAct(runtime, cast.client, cast.orderId, "open-dispute", { reason: "No.", outcome: "Money." }));
  await setRules(life.later);
  const end = at(runtime.clock(), life.placed.disputeDays * dayMs);
  const { dispute } = await shownTo(cast);
  expect(dispute.at(-1)?.at).toEqual(end);
  await endsAt(cast, end, "disputed", "refunded");
}

async function isRead(cast: Cast, life: Life): Promise<void> {
  must(await noteOrderOpened(ctxFor(runtime, cast.client), { orderId: cast.orderId }));
  await setRules(life.later);
  const { changesUntil, approving } = await shownTo(cast);
  const end = at(start, life.placed.reviewDays * dayMs);
  expect(changesUntil).toEqual(end);
  expect(approving).toEqual({ undoSeconds: life.placed.approvalUndoSeconds, revisionDays: life.placed.revisionDays });
  await endsAt(cast, end, "delivered", "completed");
}

async function isReleased(cast: Cast, life: Life): Promise<void> {
  await setRules(life.later);
  const end = at(start, life.placed.revisionDays * dayMs);
  expect((await shownTo(cast)).changesUntil).toEqual(end);
  await statusAt(cast, at(end, -1));
  expect((await rowOf(runtime, cast.orderId)).releasedAt).toBeNull();
  await statusAt(cast, end);
  expect((await rowOf(runtime, cast.orderId)).releasedAt).toEqual(end);
}

test(`${runs} random lives with changing rules: what the page promised is what is paid, and when (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(lifeArb, async (life) => {
      runtime.setNow(start);
      await setRules(life.placed);
      const cast = await orderIn(runtime, life.until);
      await setRules(life.meanwhile);
      expect((await rowOf(runtime, cast.orderId)).rules).toEqual(life.placed);
      if (life.until !== "delivered" && life.until !== "completed") return cancels(cast, life);
      if (life.disputed) return isDisputed(cast, life);
      return life.until === "delivered" ? isRead(cast, life) : isReleased(cast, life);
    }),
    { numRuns: runs, seed },
  );
});

test("custom work keeps the rules of the quote that is paid", async () => {
  const rules = (reviewDays: number): OrderRules => ({ ...standardRules, reviewDays });
  const [client, admin] = [person(), person(3)];
  await setRules(rules(3));
  const { orderId } = await place(runtime, client, placing(custom));
  const quote = { cents: 20_000, scope: "Ten pages.", deadline: at(start, 5 * dayMs) };
  const kept = async () => (await rowOf(runtime, orderId)).rules.reviewDays;
  expect(await kept()).toBe(3);
  await setRules(rules(5));
  must(await doAct(runtime, admin, orderId, "quote", { quote }));
  expect(await kept()).toBe(5);
  await setRules(rules(8));
  must(await doAct(runtime, admin, orderId, "quote", { quote: { ...quote, cents: 21_000 } }));
  await setRules(rules(9));
  await pay(runtime, orderId);
  expect(await kept()).toBe(8);
  expect((await rowOf(runtime, orderId)).status).toBe("confirmed");
});

test("the admin's page of an order counts by the order's rules too", async () => {
  await setRules({ ...standardRules, lateOfferHours: 40 });
  const { orderId, admin } = await orderIn(runtime, "in_progress");
  await setRules({ ...standardRules, lateOfferHours: 90 });
  const { timers, order } = must(await orderForAdmin(ctxFor(runtime, admin), { orderId }));
  expect(timers.find(({ kind }) => kind === "order.late-offer")?.due).toEqual(at(order.deadline ?? start, 40 * hourMs));
  expect(await eventsOf(runtime, orderId)).not.toContain("order.late-offer");
});

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ctxFor } from "#tests/support/house.ts";
import { doAct, essayCents, must, openPayHouse, type PayHouse, paidOrder, person } from "#tests/support/payments.ts";
import { sendDueRefunds } from "../send-refunds.ts";
import { ledgerTransactions } from "../tables.ts";
import { ledgerOfOrder } from "./ledger-of-order.ts";
import { receivedByDay } from "./received-by-day.ts";

let house: PayHouse;
const admin = person(3);
const since = new Date("2026-03-01T00:00:00Z");
beforeAll(async () => {
  house = await openPayHouse({ now: new Date("2026-03-10T23:30:00Z") });
});
afterAll(() => house.drop());

const days = async (zone = "UTC", from = since) =>
  must(await receivedByDay(ctxFor(house, admin), { since: from, zone })).map((one) => [
    one.day,
    one.receivedCents,
    one.payments,
    one.sentBackCents,
  ]);

test("payments and refunds fall on the day of the zone, test orders on none", async () => {
  const first = await paidOrder(house);
  const second = await paidOrder(house);
  expect(await days()).toEqual([["2026-03-10", 2 * essayCents, 2, 0]]);
  expect(await days("Asia/Tokyo")).toEqual([["2026-03-11", 2 * essayCents, 2, 0]]);

  house.setNow(new Date("2026-03-11T08:00:00Z"));
  must(await doAct(house, first.client, first.orderId, "cancel"));
  await house.poke();
  await sendDueRefunds(house);
  expect(await days()).toEqual([
    ["2026-03-10", 2 * essayCents, 2, 0],
    ["2026-03-11", 0, 0, essayCents],
  ]);
  expect(await days("UTC", new Date("2026-03-11T00:00:00Z"))).toEqual([["2026-03-11", 0, 0, essayCents]]);

  const { lines, balances } = must(await ledgerOfOrder(ctxFor(house, admin), { orderId: first.orderId }));
  expect(lines.map(({ kind }) => kind)).toEqual(["settle", "refund"]);
  expect(balances).toMatchObject({ client: -essayCents, held: 0, refunds: essayCents });
  expect(must(await ledgerOfOrder(ctxFor(house, admin), { orderId: second.orderId })).balances.held).toBe(essayCents);
});

test("a test order counts on no day", async () => {
  const before = await days();
  const practice = await paidOrder(house);
  const [written] = await house.db
    .select()
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.orderId, practice.orderId));
  expect(await days()).not.toEqual(before);
  if (!written) throw new Error("Nothing was posted.");
  await house.database.pool.query("alter table payments.ledger_transactions disable trigger user");
  await house.db.update(ledgerTransactions).set({ test: true }).where(eq(ledgerTransactions.id, written.id));
  await house.database.pool.query("alter table payments.ledger_transactions enable trigger user");
  expect(await days()).toEqual(before);
});

test("money is for admins with money, a ledger also for those with orders, and zones are checked", async () => {
  const orderId = "01a00000-0000-7000-8000-000000000000";
  for (const viewer of [person(), person(2), person(3, { capabilities: ["orders"] })])
    expect(await receivedByDay(ctxFor(house, viewer), { since, zone: "UTC" })).toMatchObject({ code: "not-found" });
  expect(await ledgerOfOrder(ctxFor(house, person()), { orderId })).toMatchObject({ code: "not-found" });
  expect(await ledgerOfOrder(ctxFor(house, person(3, { capabilities: ["orders"] })), { orderId })).toMatchObject({
    ok: true,
  });
  expect(await receivedByDay(ctxFor(house, admin), { since, zone: "'; drop" })).toMatchObject({ code: "invalid" });
});

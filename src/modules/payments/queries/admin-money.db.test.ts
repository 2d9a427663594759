import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { send } from "#src/platform/database/database.ts";
import { newId } from "#src/platform/ids.ts";
import { cursorText } from "#src/shared/id.ts";
import { doAct, essayCents, must, openPaymentsRuntime, paidOrder, person, rowOf } from "#tests/support/payments.ts";
import { ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { heldOrdersKept } from "../payments-fixture.testing.ts";
import { sendDueRefunds } from "../refunds/send-refunds.ts";
import { ordersHolding } from "../settling/kept-sums.ts";
import { ledgerClosings } from "../settling/kept-tables.ts";
import { closeLedger, dropClosings } from "../settling/ledger-sums.ts";
import { attempts, ledgerTransactions, providerEvents } from "../tables.ts";
import { ledgerBalances, ledgerProblems } from "./ledger-balances.ts";
import { receivedByDay } from "./money-by-week.ts";
import { ledgerOfOrder } from "./money-for-order.ts";
import { moneyPageSize, moneyPages } from "./money-lists.ts";
import { moneyReports } from "./money-reports.ts";
import { ledgerList, receivedList, refundList } from "./money-tabs.ts";
import { moneySums, moneyToDo } from "./money-to-review.ts";

const admin = person(3);
const since = new Date("2026-03-01T00:00:00Z");
const runtime = await forThisFile(openPaymentsRuntime({ now: new Date("2026-03-10T23:30:00Z") }));

const days = async (zone = "UTC", from = since) =>
  must(await receivedByDay(ctxFor(runtime, admin), { since: from, zone })).map((one) => [
    one.day,
    one.receivedCents,
    one.payments,
    one.sentBackCents,
  ]);

test("payments and refunds fall on the day of the zone, test orders on none", async () => {
  const first = await paidOrder(runtime);
  const second = await paidOrder(runtime);
  expect(await days()).toEqual([["2026-03-10", 2 * essayCents, 2, 0]]);
  expect(await days("Asia/Tokyo")).toEqual([["2026-03-11", 2 * essayCents, 2, 0]]);

  runtime.setNow(new Date("2026-03-11T08:00:00Z"));
  must(await doAct(runtime, first.client, first.orderId, "cancel"));
  await runtime.dispatchEvents();
  await sendDueRefunds(runtime);
  expect(await days()).toEqual([
    ["2026-03-10", 2 * essayCents, 2, 0],
    ["2026-03-11", 0, 0, essayCents],
  ]);
  expect(await days("UTC", new Date("2026-03-11T00:00:00Z"))).toEqual([["2026-03-11", 0, 0, essayCents]]);

  const { lines, balances } = must(await ledgerOfOrder(ctxFor(runtime, admin), { orderId: first.orderId }));
  expect(lines.map(({ kind }) => kind)).toEqual(["settle", "refund"]);
  expect(balances).toMatchObject({ client: -essayCents, held: 0, refunds: essayCents });
  expect(must(await ledgerOfOrder(ctxFor(runtime, admin), { orderId: second.orderId })).balances.held).toBe(essayCents);
});

test("a test order counts on no day", async () => {
  const before = await days();
  const sandbox = await paidOrder(runtime);
  const [written] = await runtime.db
    .select()
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.orderId, sandbox.orderId));
  expect(await days()).not.toEqual(before);
  if (!written) throw new Error("Nothing was posted.");
  await runtime.database.pool.query("alter table payments.ledger_transactions disable trigger user");
  await runtime.db.update(ledgerTransactions).set({ test: true }).where(eq(ledgerTransactions.id, written.id));
  await runtime.database.pool.query("alter table payments.ledger_transactions enable trigger user");
  expect(await days()).toEqual(before);
});

test("money is for admins with money, a ledger also for those with orders, and zones are checked", async () => {
  const orderId = "01a00000-0000-7000-8000-000000000000";
  for (const viewer of [person(), person(2), person(3, { capabilities: ["orders"] })])
    expect(await receivedByDay(ctxFor(runtime, viewer), { since, zone: "UTC" })).toMatchObject({ code: "not-found" });
  expect(await ledgerOfOrder(ctxFor(runtime, person()), { orderId })).toMatchObject({ code: "not-found" });
  expect(await ledgerOfOrder(ctxFor(runtime, person(3, { capabilities: ["orders"] })), { orderId })).toMatchObject({
    ok: true,
  });
  expect(await receivedByDay(ctxFor(runtime, admin), { since, zone: "'; drop" })).toMatchObject({ code: "invalid" });
});

test("each list of the payments page: newest first, by what it is of, for admins with money alone", async () => {
  const { orderId, client } = await paidOrder(runtime);
  const { number, title } = await rowOf(runtime, orderId);
  const as = ctxFor(runtime, admin);
  const mine = { orderId, number, title };
  expect(must(await moneySums(as, {})).broken).toEqual([]);
  expect(must(await ledgerList(as, {})).rows[0]).toMatchObject({ ...mine, kind: "settle" });
  expect(must(await receivedList(as, {})).rows[0]).toMatchObject({ ...mine, state: "settle", cents: essayCents });
  expect(must(await receivedList(as, { kind: "failed" })).rows).toEqual([]);
  expect(must(await refundList(as, {})).rows[0]).toMatchObject({ state: "succeeded", cents: essayCents });
  expect(must(await moneyReports(as, {})).inbox.rows[0]).toMatchObject({ provider: "sandbox", error: null });
  const weak = { ...admin, capabilities: ["orders"] as const };
  for (const who of [client, weak])
    for (const read of [moneyToDo, moneySums, moneyReports, ledgerList, receivedList, refundList])
      expect(await read(ctxFor(runtime, who), {})).toMatchObject({ code: "not-found" });
});

test("a list is narrowed to a period, a kind, an order and an amount, and says how many rows it has in all", async () => {
  const as = ctxFor(runtime, admin);
  const ledger = async (raw: object) => must(await ledgerList(as, raw));
  const all = await ledger({});
  expect(all.count).toBe(await runtime.db.$count(ledgerTransactions));
  const refunded = await ledger({ kind: "refunds" });
  expect(refunded.rows.map(({ kind }) => kind)).toEqual(["refund"]);
  const [{ number = "" } = {}] = refunded.rows;
  expect((await ledger({ search: number })).rows.map(({ kind }) => kind)).toEqual(["refund", "settle"]);
  expect((await ledger({ search: `$${(essayCents / 100).toFixed(2)}` })).count).toBe(all.count);
  expect(await ledger({ search: "nothing is called so" })).toMatchObject({ rows: [], count: 0 });
  const day = { from: new Date("2026-03-11T00:00:00Z"), before: new Date("2026-03-12T00:00:00Z") };
  const ofDay = await ledger(day);
  expect(ofDay.count).toBeLessThan(all.count);
  expect(ofDay.sums).toMatchObject({ refunded: essayCents });
  expect(all.sums).toBeNull();
  const files = [];
  for await (const rows of moneyPages((raw) => ledgerList(as, raw), day)) files.push(...rows);
  expect(files.map(({ id }) => id)).toEqual(ofDay.rows.map(({ id }) => id));
});

test("a transfer that was announced waits with what has arrived of it", async () => {
  const { orderId } = await paidOrder(runtime);
  await runtime.db
    .update(attempts)
    .set({ state: "awaiting_transfer", provider: "transfer" })
    .where(eq(attempts.orderId, orderId));
  const { transfers, orders } = must(await moneyToDo(ctxFor(runtime, admin), {}));
  expect(transfers).toMatchObject([{ orderId, cents: essayCents, arrivedCents: 0, entered: false, hasProof: false }]);
  expect(orders.get(orderId)?.number).toBe((await rowOf(runtime, orderId)).number);
});

test("a list continues with older rows and back, every row once; where nothing is left it begins anew", async () => {
  await runtime.db.insert(providerEvents).values(
    Array.from({ length: 2 * moneyPageSize + 5 }, (_, i) => {
      const at = new Date(Date.UTC(2026, 2, 9, 0, i >> 1)); // two at each minute
      const failed = i % 2 === 0 ? { error: "no answer" } : { processedAt: at };
      return { id: newId(), provider: "sandbox", eventId: `paged-${i}`, body: "{}", receivedAt: at, ...failed };
    }),
  );
  const ask = async (raw: object) => must(await moneyReports(ctxFor(runtime, admin), raw));
  let page = (await ask({})).inbox;
  const seen = page.rows.map(({ id }) => id);
  while (page.older) {
    const next = (await ask({ inbox: { older: page.older } })).inbox;
    expect((await ask({ inbox: { newer: next.newer ?? "" } })).inbox.rows).toEqual(page.rows);
    page = next;
    seen.push(...page.rows.map(({ id }) => id));
  }
  const all = await runtime.db.$count(providerEvents);
  expect([seen.length, new Set(seen).size]).toEqual([all, all]);
  const first = must(await ledgerList(ctxFor(runtime, admin), {}));
  const from = async (row: { at: Date; id: string } | undefined) =>
    must(await ledgerList(ctxFor(runtime, admin), { older: row ? cursorText(row) : "" })).rows;
  expect((await from(first.rows[1])).map(({ id }) => id)).toEqual(first.rows.slice(2).map(({ id }) => id));
  expect(await from(first.rows.at(-1))).toEqual(first.rows);
  const as = ctxFor(runtime, admin);
  expect(await receivedList(as, { older: "x" })).toMatchObject({ code: "invalid" });
  expect(await moneyReports(as, { before: "x" })).toMatchObject({ code: "invalid" });
});

test("the sums of the page are those of the whole ledger, before and after a night that closed it", async () => {
  const whole = async () => (await ledgerBalances(runtime.db, { real: true })).balances;
  const shown = async () => must(await moneySums(ctxFor(runtime, admin), {})).balances;
  const close = () => closeLedger(runtime.db, new Date(runtime.clock().getTime() + 1));
  await paidOrder(runtime);
  expect(await shown()).toEqual(await whole());
  await close();
  expect(await runtime.db.$count(ledgerClosings)).toBeGreaterThan(0);
  expect(await shown()).toEqual(await whole());
  const { orderId, client } = await paidOrder(runtime);
  expect(await shown()).toEqual(await whole());
  const holding = async () =>
    (await send<{ order_id: string }>(runtime.db, ordersHolding)).rows.map((row) => row.order_id);
  expect(await holding()).toContain(orderId);
  must(await doAct(runtime, client, orderId, "cancel"));
  await runtime.dispatchEvents();
  await sendDueRefunds(runtime);
  expect(await holding()).not.toContain(orderId);
  const { kept, due } = await heldOrdersKept(runtime);
  expect(kept).toEqual(due);
  expect(await ledgerProblems(runtime.db)).toEqual([]);
  await runtime.db.update(ledgerClosings).set({ cents: 1 }).where(eq(ledgerClosings.account, "held"));
  expect(await ledgerProblems(runtime.db)).toMatchObject([
    expect.stringContaining("kept sum of the ledger's account held"),
  ]);
  await dropClosings(runtime.db);
  await Promise.all([close(), close()]);
  expect(await ledgerProblems(runtime.db)).toEqual([]);
});

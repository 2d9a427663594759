import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "#src/platform/ids.ts";
import { doAct, essayCents, must, openPaymentsRuntime, paidOrder, person, rowOf } from "#tests/support/payments.ts";
import { ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { sendDueRefunds } from "../refunds/send-refunds.ts";
import { ledgerTransactions, providerEvents } from "../tables.ts";
import { ledgerOfOrder } from "./ledger-of-order.ts";
import { moneyPageSize } from "./money-lists.ts";
import { moneyOverview } from "./money-overview.ts";
import { receivedByDay } from "./received-by-day.ts";

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

test("the payments page: sums that add up, newest first, order numbers, for admins with money alone", async () => {
  const { orderId, client } = await paidOrder(runtime);
  const { number } = await rowOf(runtime, orderId);
  const shown = must(await moneyOverview(ctxFor(runtime, admin), {}));
  expect(shown.broken).toEqual([]);
  expect(shown.ledger.rows[0]).toMatchObject({ orderId, kind: "settle" });
  expect(shown.numbers[orderId]).toBe(number);
  expect(shown.attempts.rows[0]).toMatchObject({ orderId, state: "succeeded", cents: essayCents });
  expect(shown.inbox.rows[0]).toMatchObject({ provider: "sandbox", type: "attempt.changed", error: null });
  const weak = { ...admin, capabilities: ["orders"] as const };
  for (const who of [client, weak]) expect(await moneyOverview(ctxFor(runtime, who), {})).toMatchObject({ ok: false });
});

test("each list continues with older rows and back, every row once; where nothing is left it begins anew", async () => {
  await runtime.db.insert(providerEvents).values(
    Array.from({ length: 2 * moneyPageSize + 5 }, (_, i) => {
      const at = new Date(Date.UTC(2026, 2, 9, 0, i >> 1)); // two at each minute
      const failed = i % 2 === 0 ? { error: "no answer" } : { processedAt: at };
      return { id: newId(), provider: "sandbox", eventId: `paged-${i}`, body: "{}", receivedAt: at, ...failed };
    }),
  );
  const ask = async (raw: object) => must(await moneyOverview(ctxFor(runtime, admin), raw));
  const first = await ask({});
  const all = await runtime.db.$count(providerEvents);
  const seen: string[] = [];
  for (const list of ["inbox", "failed"] as const) {
    let page = first[list];
    seen.push(...page.rows.map(({ id }) => id));
    while (page.older) {
      const { older } = page;
      const next = await ask({ [list]: { older } });
      expect(next.ledger).toEqual(first.ledger);
      const back = (await ask({ [list]: { newer: next[list].newer ?? "" } }))[list];
      expect(back.rows).toEqual(page.rows);
      page = next[list];
      seen.push(...page.rows.map(({ id }) => id));
    }
  }
  expect([seen.length, new Set(seen).size]).toEqual([all, all]);
  const [, second] = first.ledger.rows;
  const before = await runtime.db.select().from(ledgerTransactions).orderBy(asc(ledgerTransactions.seq));
  const at = before.findIndex(({ id }) => id === second?.id);
  const from = (row = before[at]) => ({ ledger: { older: `${row?.seq}_${row?.id}` } });
  expect((await ask(from())).ledger.rows.map(({ id }) => id)).toEqual(first.ledger.rows.slice(2).map(({ id }) => id));
  expect((await ask(from(before[0]))).ledger).toEqual(first.ledger);
  expect(await moneyOverview(ctxFor(runtime, admin), { attempts: { older: "x" } })).toMatchObject({ code: "invalid" });
  expect(await moneyOverview(ctxFor(runtime, admin), { before: "x" })).toMatchObject({ code: "invalid" });
});

import { eq, max } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { newId } from "#src/platform/ids.ts";
import { doAct, essayCents, later, must, openPaymentsRuntime, paidOrder, person } from "#tests/support/payments.ts";
import { ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { quartersRead } from "../payments-fixture.testing.ts";
import { ledgerProblems } from "../queries/ledger-balances.ts";
import { receivedByDay } from "../queries/money-by-week.ts";
import { ledgerList } from "../queries/money-tabs.ts";
import { sendDueRefunds } from "../refunds/send-refunds.ts";
import { ledgerTransactions } from "../tables.ts";
import { ledgerProgress, moneyQuarters } from "./kept-tables.ts";
import { dropQuarters, sumQuarters } from "./ledger-sums.ts";

const runtime = await forThisFile(openPaymentsRuntime({ now: new Date("2026-03-10T18:40:00Z") }));
const admin = ctxFor(runtime, person(3));
const { db } = runtime;
const { pool } = runtime.database;

/** As pages read it, and as the ledger has it. */
const agree = async () => {
  const { kept, due } = await quartersRead(runtime);
  expect(kept).toEqual(due);
};
const received = async (zone: string) =>
  must(await receivedByDay(admin, { since: new Date("2026-03-01T00:00:00Z"), zone })).map((one) => [
    one.day,
    one.receivedCents,
    one.payments,
    one.sentBackCents,
  ]);
const until = async () => (await db.select().from(ledgerProgress))[0]?.until ?? 0;

/** Runs the job until all is summed: what a run sees is summed by a later one, after every transaction of the server. */
const sumAll = () =>
  vi.waitFor(async () => {
    await sumQuarters(db);
    const [last] = await db.select({ seq: max(ledgerTransactions.seq) }).from(ledgerTransactions);
    expect(await until()).toBe(last?.seq);
  }, 20_000);

test("days are the same before and after the ledger is summed, in zones of whole, half and quarter hours", async () => {
  const zones = ["UTC", "Asia/Kolkata", "Asia/Kathmandu", "America/St_Johns", "Pacific/Chatham"];
  const { client, orderId } = await paidOrder(runtime);
  await paidOrder(runtime);
  later(runtime, 5 * 3_600);
  must(await doAct(runtime, client, orderId, "cancel"));
  await runtime.dispatchEvents();
  await sendDueRefunds(runtime);
  const before = await Promise.all(zones.map(received));
  expect(before[0]).toEqual([["2026-03-10", 2 * essayCents, 2, essayCents]]);
  // 18:40 UTC is 00:10 of the next day in India, and 00:25 in Nepal.
  expect(before[1]).toEqual([["2026-03-11", 2 * essayCents, 2, essayCents]]);
  expect(await db.$count(moneyQuarters)).toBe(0);
  await sumAll();
  expect(await db.$count(moneyQuarters)).toBe(2);
  expect(await Promise.all(zones.map(received))).toEqual(before);
  await agree();
});

test("the sums of a month are those of its entries, summed or not", async () => {
  const month = { from: new Date("2026-03-01T00:00:00Z"), before: new Date("2026-04-01T00:00:00Z") };
  const sums = async (kind = "all") => must(await ledgerList(admin, { ...month, kind })).sums;
  const expected = { received: 2 * essayCents, released: 0, refunded: essayCents };
  expect(await sums()).toEqual(expected);
  expect(await sums("refunds")).toEqual({ received: 0, released: 0, refunded: essayCents });
  await paidOrder(runtime);
  expect(await sums()).toEqual({ ...expected, received: 3 * essayCents });
  await agree();
});

test("a transaction that is still open while others are summed is not left behind", async () => {
  await sumAll();
  const slow = await pool.connect();
  try {
    await slow.query("begin");
    const id = newId();
    await slow.query(
      `insert into payments.ledger_transactions (id, order_id, kind, cause, test, demo, at)
        values ($1, $2, 'settle', 'slow', false, false, $3)`,
      [id, newId(), runtime.clock()],
    );
    await slow.query(
      "insert into payments.ledger_entries (transaction_id, account, cents, demo) values ($1, 'client', -500, false), ($1, 'held', 500, false)",
      [id],
    );
    const begun = await until();
    await paidOrder(runtime);
    for (let run = 0; run < 4; run += 1) await sumQuarters(db);
    expect(await until()).toBe(begun);
    await agree();
    await slow.query("commit");
  } finally {
    slow.release();
  }
  await agree();
  await sumAll();
  await agree();
});

test("reads beside the job see each payment once", async () => {
  const [[, cents] = []] = await received("UTC");
  for (let round = 0; round < 10; round += 1) {
    await paidOrder(runtime);
    const due = Number(cents) + (round + 1) * essayCents;
    const reads = Array.from({ length: 8 }, () => received("UTC"));
    await Promise.all([sumQuarters(db), sumQuarters(db), sumQuarters(db)]);
    for (const days of await Promise.all(reads)) expect(days[0]?.[1]).toBe(due);
  }
  await agree();
});

test("sums that are not those of the ledger are reported, and made anew from it", async () => {
  expect(await ledgerProblems(db)).toEqual([]);
  await db.update(moneyQuarters).set({ settledCents: 1 });
  expect(await ledgerProblems(db)).toEqual([expect.stringMatching(/kept sums of \d+ quarters of an hour/)]);
  await dropQuarters(db);
  await sumAll();
  expect(await ledgerProblems(db)).toEqual([]);
  await agree();
});

test("after a restore into a server that counts its transactions anew the sums go on", async () => {
  await paidOrder(runtime);
  await sumQuarters(db);
  await db.update(ledgerProgress).set({ seenBefore: 1_000_000_000 }).where(eq(ledgerProgress.id, 1));
  const before = await until();
  await sumQuarters(db);
  expect(await until()).toBe(before);
  await sumAll();
  expect(await until()).toBeGreaterThan(before);
  await agree();
});

import { globSync, readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect } from "vitest";
import { plainKnobs } from "#src/adapters/payments/sandbox/bank.ts";
import { send } from "#src/platform/database/database.ts";
import { openPaymentsRuntime } from "#tests/support/payments.ts";
import type { TestRuntime } from "#tests/support/runtime.ts";
import { ledgerBalances } from "./queries/ledger-balances.ts";
import { readQuarters, sumQuarters, unequalQuarters } from "./settling/ledger-sums.ts";

/** A runtime that can be paid in, for one test file; before each test its sandbox provider answers as it should. */
export const paymentsFixture = async () => {
  const runtime = await openPaymentsRuntime();
  afterAll(() => runtime.drop());
  beforeEach(() => {
    Object.assign(runtime.sandbox.knobs, plainKnobs());
    runtime.post.lost = false;
  });
  return runtime;
};

/** What the accounts of an order hold; its books add up. */
export const balancesOf = async (runtime: TestRuntime, orderId: string) => {
  const { balances, broken } = await ledgerBalances(runtime.db, { orderId });
  expect(broken).toEqual([]);
  return balances;
};

/** Makes so many of it at once. */
export const many = <T>(times: number, make: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, at) => make(at)));

type Kept = { kept: readonly object[]; due: readonly object[] };

/** The select with which a migration filled a table of kept sums. */
const selectOf = (migration: string, after: string): string => {
  const [file = ""] = globSync(`migrations/*_${migration}.sql`);
  return readFileSync(file, "utf8").split(after)[1]?.split(";", 1)[0] ?? "";
};

/** The kept figures of customers who paid or ordered, and the same of today's orders and ledger, by the migration's own select. */
export async function customerFigures({ db }: Pick<TestRuntime, "db">): Promise<Kept> {
  const columns = "(person_id, placed, last_order_at, spent_cents, refunded_cents)";
  const select = selectOf("figures-of-customers", "spent_cents, refunded_cents)\n");
  const due = sql.raw(`with due ${columns} as (${select}) select * from due where placed > 0 order by person_id`);
  const kept = sql`select * from accounts.customers where placed > 0 order by person_id`;
  return { kept: (await send<object>(db, kept)).rows, due: (await send<object>(db, due)).rows };
}

/** The kept balances of writers, and the same of today's ledger. */
export async function writerBalancesKept({ db }: Pick<TestRuntime, "db">): Promise<Kept> {
  const select = selectOf("balances-of-writers", "(writer_id, order_id, cents, demo)\n");
  const due = sql.raw(`with due as (${select}) select * from due order by order_id, writer_id`);
  const kept = sql`select * from payments.writer_balances where cents <> 0 order by order_id, writer_id`;
  return { kept: (await send<object>(db, kept)).rows, due: (await send<object>(db, due)).rows };
}

/** What moved in each quarter of an hour as pages read it, summed or not, and the same of today's ledger. */
export async function quartersRead({ db }: Pick<TestRuntime, "db">): Promise<Kept> {
  await sumQuarters(db);
  const due = sql.raw(`select extract(epoch from date_bin('15 minutes', h.at, 'epoch'))::int as at,
    coalesce(sum(e.cents) filter (where e.account = 'held' and h.kind in ('settle', 'surplus-settle')), 0)::int as settled,
    count(*) filter (where e.account = 'held' and h.kind = 'settle')::int as payments,
    coalesce(sum(e.cents) filter (where e.account = 'refunds' and h.kind = 'refund'), 0)::int as refunded,
    0 - coalesce(sum(e.cents) filter (where e.account = 'client'), 0)::int as received,
    coalesce(sum(e.cents) filter (where e.account = 'refunds'), 0)::int as sent_back,
    0 - coalesce(sum(e.cents) filter (where e.account = 'held' and h.kind = 'release'), 0)::int as released
    from payments.ledger_transactions h join payments.ledger_entries e on e.transaction_id = h.id
    where not h.test group by 1 order by 1`);
  const kept = await readQuarters<object>(
    db,
    { from: new Date(0) },
    (
      moved,
    ) => sql`select extract(epoch from at)::int as at, sum(settled_cents)::int as settled, sum(payments)::int as payments,
      sum(refunded_cents)::int as refunded, sum(received_cents)::int as received, sum(sent_back_cents)::int as sent_back,
      sum(released_cents)::int as released from ${moved} group by 1 order by 1`,
  );
  expect(await unequalQuarters(db)).toBe(0);
  return { kept, due: (await send<object>(db, due)).rows };
}

/** What orders hold as it is kept, and the same of today's ledger. */
export async function heldOrdersKept({ db }: Pick<TestRuntime, "db">): Promise<Kept> {
  const select = selectOf("kept-sums-of-the-ledger", "(order_id, cents, demo)\n");
  const due = sql.raw(`with due as (${select}) select * from due order by order_id`);
  const kept = sql`select * from payments.held_orders where cents <> 0 order by order_id`;
  return { kept: (await send<object>(db, kept)).rows, due: (await send<object>(db, due)).rows };
}

import { asc, eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import { isAction, leadsTo, stepFor } from "#src/modules/orders/domain/lifecycle.ts";
import { orderHistory } from "#src/modules/orders/tables.ts";
import { promotionUses } from "#src/modules/payments/codes/code-tables.ts";
import {
  customerFigures,
  heldOrdersKept,
  quartersRead,
  writerBalancesKept,
} from "#src/modules/payments/payments-fixture.testing.ts";
import { ledgerBalances, ledgerProblems } from "#src/modules/payments/queries/ledger-balances.ts";
import { paymentStatusFor, readBooks } from "#src/modules/payments/settling/books.ts";
import { auditProblems, sealAudit } from "#src/platform/audit.ts";
import { send } from "#src/platform/database/database.ts";
import { rowOf } from "#tests/support/payments.ts";
import { compareOrder, theirBooks } from "./books.ts";
import type { Fixture } from "./fixture.ts";
import type { Life } from "./life.ts";
import { checkTalk } from "./talk.ts";

/** What holds of an order after every step, also of a process that died in it. */
export async function checkOrder({ runtime }: Fixture, { orderId }: Life, at: string): Promise<void> {
  const { balances, broken } = await ledgerBalances(runtime.db, { orderId });
  expect(broken, at).toEqual([]);
  const books = await readBooks(runtime.db, orderId);
  const sum = (rows: readonly { cents: number }[]) => rows.reduce((all, { cents }) => all + cents, 0);
  expect(0 - balances.client, at).toBe(sum(books.settlements));
  expect(sum(books.refunds), at).toBeLessThanOrEqual(sum(books.settlements));
  expect(balances.refunds, at).toBeLessThanOrEqual(sum(books.refunds));
  const order = await rowOf(runtime, orderId);
  // What a cancelling owes no more is void when its event is handled; all else is written with the word, at once.
  if (order.status !== "cancelled") expect(order.paymentStatus, `${at}: its word`).toBe(paymentStatusFor(order, books));
  const uses = await runtime.db.select().from(promotionUses).where(eq(promotionUses.orderId, orderId));
  const counted = uses.filter(({ state }) => state !== "back").map(({ state }) => state);
  expect(counted, `${at}: a code is on an order while a use of it counts`).toEqual(
    order.discount ? [order.discount.ofCents === null ? "kept" : "used"] : [],
  );
}

/** Each step of an order's history begins where the one before ended, and is a row of the life cycle. */
async function checkStates({ runtime }: Fixture, { orderId }: Life, at: string): Promise<readonly string[]> {
  const rows = await runtime.db
    .select()
    .from(orderHistory)
    .where(eq(orderHistory.orderId, orderId))
    .orderBy(asc(orderHistory.at), asc(orderHistory.id));
  let state: Parameters<typeof stepFor>[0] = "new";
  for (const { action, from, to, actorKind } of rows) {
    const here = `${at}: ${action} from ${from} to ${to}`;
    expect(from ?? "new", here).toBe(state);
    const step = isAction(action) ? stepFor(state, action) : null;
    if (isAction(action)) expect(step?.actors, here).toContain(actorKind);
    expect(to, here).toBe(step ? leadsTo(step, state) : state);
    state = to;
  }
  expect((await rowOf(runtime, orderId)).status, at).toBe(state);
  return rows.map(({ action, to, actorKind, at: when }) => `${when.toISOString()} ${actorKind} ${action} ${to}`);
}

/** What is there twice, or was paid out before it was earned. */
const doubled = sql`
  select 'settled twice: ' || charge_id as what from payments.settlements s where verdict = 'settle' group by charge_id
    having sum(cents) > (select cents from payments.charges c where c.id = s.charge_id)
  union all select 'a transaction twice: ' || transaction from payments.settlements group by provider, transaction having count(*) > 1
  union all select 'receipts of a settlement: ' || s.id || ' ' || count(o.*) from payments.settlements s left join platform.outbox o
    on o.subject = s.id::text and o.name in ('payments.settled', 'payments.surplus', 'payments.review', 'payments.part')
    where s.cents > 0 group by s.id having count(o.*) <> 1
  union all select 'two orders of one form: ' || idempotency_key from orders.orders group by client_id, idempotency_key having count(*) > 1
  union all select 'handled twice: ' || event_id || ' ' || handler from platform.handled_events group by event_id, handler having count(*) > 1
  union all select 'paid out above what was earned: ' || writer_id || ' ' || cause from (
    select t.writer_id, t.cause, t.kind, sum(e.cents) over (partition by t.writer_id order by t.seq) as balance,
      row_number() over (partition by t.writer_id, t.cause, t.kind order by t.seq desc) as last
    from payments.ledger_transactions t join payments.ledger_entries e on e.transaction_id = t.id and e.account = 'writer'
  ) after where kind = 'payout' and last = 1 and balance < 0`;

/** Everything that must hold when all that was begun has ended. Returns the whole of it in words, for the digest. */
export async function auditAll(fixture: Fixture, lives: readonly Life[], at: string): Promise<readonly string[]> {
  const { runtime } = fixture;
  const words: string[] = [];
  const known = new Set<string>();
  for (const [number, life] of lives.entries()) {
    const where = `${at}, order ${number}`;
    await checkOrder(fixture, life, where);
    for (const one of await compareOrder(fixture, life.orderId, where)) known.add(one);
    const order = await rowOf(runtime, life.orderId);
    const books = await readBooks(runtime.db, life.orderId);
    expect(order.paymentStatus, `${where}: its word`).toBe(paymentStatusFor(order, books));
    words.push(`${number} ${order.status} ${order.paymentStatus} ${order.priceCents}`);
    words.push(...(await checkStates(fixture, life, where)));
    words.push(...books.charges.map(({ purpose, cents, state }) => `charge ${purpose} ${cents} ${state}`).sort());
    words.push(
      ...books.settlements.map(({ provider, cents, verdict }) => `paid ${provider} ${cents} ${verdict}`).sort(),
    );
    words.push(...books.refunds.map(({ kind, cents, state }) => `refund ${kind} ${cents} ${state}`).sort());
    words.push(...(await checkTalk(fixture, life, where)).map(({ timestamp, message }) => `${timestamp} ${message}`));
  }
  const strangers = [...theirBooks(fixture).keys()].filter((one) => !known.has(one));
  expect(strangers, `${at}: paid there, and not in our books`).toEqual([]);
  for (const figures of [customerFigures, writerBalancesKept, heldOrdersKept, quartersRead]) {
    const { kept, due } = await figures(runtime);
    expect(kept, `${at}: ${figures.name}`).toEqual(due);
  }
  while ((await sealAudit(runtime.db)) > 0);
  expect([...(await ledgerProblems(runtime.db)), ...(await auditProblems(runtime.db))], at).toEqual([]);
  expect((await send<{ what: string }>(runtime.db, doubled)).rows, at).toEqual([]);
  const entries = sql<{ line: string }>`
    select to_char(t.at, 'YYYY-MM-DD HH24:MI:SS') || ' ' || t.kind || ' ' || string_agg(e.account || ' ' || e.cents, ', ' order by e.account) as line
      from payments.ledger_transactions t join payments.ledger_entries e on e.transaction_id = t.id group by t.id, t.seq order by t.seq`;
  words.push(...(await send<{ line: string }>(runtime.db, entries)).rows.map(({ line }) => line));
  return words;
}

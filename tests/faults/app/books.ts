import type pg from "pg";
import { ledgerBalances } from "#src/modules/payments/queries/ledger-balances.ts";
import { auditProblems } from "#src/platform/audit.ts";
import { openEmbedded } from "#src/platform/database/embedded/index.ts";
import { asDatabase, openPool } from "#src/platform/database/open.ts";
import { longWaits } from "#tests/support/database.ts";
import { quietLog } from "#tests/support/quiet-log.ts";

export type Books = {
  pool: pg.Pool;
  rows<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>;
};

/** Opens the product's database beside it, reads, and leaves. */
export async function withBooks<T>(dataDir: string, work: (books: Books) => Promise<T>): Promise<T> {
  const opened = await openEmbedded({ dataDir, log: quietLog });
  const pool = openPool({ ...opened.connection, ...longWaits }, quietLog, 2);
  try {
    return await work({ pool, rows: async (text, values) => (await pool.query(text, values)).rows });
  } finally {
    await pool.end();
    await opened.close();
  }
}

/** What still waits to be done by the product itself. All of it completes without anybody's help. */
export const unfinished = async ({ rows }: Books): Promise<Record<string, number>> => {
  const [counts] = await rows<Record<string, number>>(`
    select (select count(*)::int from platform.outbox where next_try_at is not null) as events,
      (select count(*)::int from platform.mails where state = 'waiting') as mails,
      (select count(*)::int from platform.audit where seq is null) as unsealed,
      (select count(*)::int from platform.timers where due <= now()) as timers,
      (select count(*)::int from payments.provider_events where processed_at is null) as provider_events,
      (select count(*)::int from payments.refunds where state in ('waiting', 'sent')) as refunds`);
  return Object.fromEntries(Object.entries(counts ?? {}).filter(([, count]) => count > 0));
};

/** Orders that nobody paid for three days: their timers are due now. */
export async function letOrdersExpire({ rows }: Books, ids: string[]): Promise<void> {
  await rows("update orders.orders set waiting_since = now() - interval '80 hours' where id = any($1)", [ids]);
  await rows("update platform.timers set due = now() where kind = 'order.unpaid-end' and subject = any($1)", [ids]);
}

/** A killed process leaves work that it had claimed to others after minutes: here the minutes are over at once. */
export async function endLeases({ rows }: Books): Promise<void> {
  await rows("update platform.outbox set next_try_at = now() where next_try_at is not null");
  await rows("update platform.mails set next_try_at = now() where state = 'waiting'");
  await rows("update payments.refunds set next_try_at = now() where state = 'waiting'");
  await rows("update payments.provider_events set next_try_at = now() where processed_at is null");
}

/** Sentences about the audit's chain that do not hold. */
export const brokenChain = ({ pool }: Books): Promise<string[]> => auditProblems(asDatabase(pool));

/** Sentences about money that do not hold: the ledger's equations, of each order and of all, and our books beside the provider's. */
export async function brokenMoney({ pool, rows }: Books): Promise<string[]> {
  const db = asDatabase(pool);
  const all = await ledgerBalances(db);
  const paid = await rows<{ order_id: string }>("select distinct order_id from payments.settlements");
  const each = await Promise.all(
    paid.map(async ({ order_id: orderId }) =>
      (await ledgerBalances(db, { orderId })).broken.map((b) => `${orderId}: ${b}`),
    ),
  );
  const apart = await rows<{ id: string }>(`
    select coalesce(p.id, s.transaction) as id from (select * from sandbox.payments) p
    full join (select * from payments.settlements where provider = 'sandbox') s on s.transaction = p.id and s.cents = p.cents
    where (p.id is null or s.id is null) and not exists (select from orders.orders o where o.id = s.order_id and o.demo)`);
  return [...all.broken, ...each.flat(), ...apart.map(({ id }) => `payment ${id} is not in both books`)];
}

/** Things that are there twice, or in part: one line for each. */
export async function doubledOrHalf({ rows }: Books): Promise<string[]> {
  const found = await rows<{ what: string }>(`
    select 'two orders of one form: ' || idempotency_key as what from orders.orders group by client_id, idempotency_key having count(*) > 1
    union all
    select 'an order without its beginning: ' || o.id from orders.orders o
      left join (select order_id as id, count(*) from orders.order_history where action = 'place' group by 1) h on h.id = o.id
      left join (select subject, count(*) from platform.audit where action = 'order.place' group by 1) a on a.subject = o.id::text
      left join (select subject, count(*) from platform.outbox where name = 'order.placed' group by 1) f on f.subject = o.id::text
      where not o.demo and (h.count, a.count, f.count) is distinct from (1::bigint, 1::bigint, 1::bigint)
    union all
    select 'paid in one book only: ' || o.id from orders.orders o
      left join (select order_id as id, count(*) from orders.order_history h where h.to = 'confirmed' and h.from = 'pending' group by 1) h on h.id = o.id
      left join (select order_id as id, count(*) from payments.settlements where verdict = 'settle' group by 1) s on s.id = o.id
      where not o.demo and h.count is distinct from s.count
    union all
    select 'paid twice: ' || order_id from payments.settlements group by order_id having count(*) > 1
    union all
    select 'a step of a timer twice: ' || order_id || ' ' || action from orders.order_history
      where actor_kind = 'S' and action = 'expire' group by order_id, action having count(*) > 1
    union all
    select 'a timer of an order that has ended: ' || t.subject from platform.timers t
      join orders.orders o on o.id::text = t.subject where o.status = 'cancelled' and t.kind = 'order.unpaid-end'
    union all
    select 'mails of an event: ' || f.name || ' ' || f.subject || ' ' || count(m.*) from platform.outbox f
      left join platform.mails m on m.once_key = f.name || ':' || f.subject || ':' || to_char(f.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      join orders.orders o on o.id::text = f.subject and not o.demo
      where f.name in ('order.paid', 'order.cancelled', 'order.assigned', 'order.delivered') group by f.id having count(m.*) <> 1`);
  return found.map(({ what }) => what);
}

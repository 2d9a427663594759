import type pg from "pg";
import { standardRules } from "../../src/modules/orders/domain/order-rules.ts";

/**
 * Grows orders.orders to `size` rows in one statement: skewed clients (half of the orders belong to a twentieth of
 * them), about 97 % ended, long titles of common words, one every three minutes. At least 60 stay open, a full page.
 */
export async function seedOrders(pool: Pick<pg.Pool, "query">, from: number, size: number): Promise<void> {
  await pool.query(seed, [from + 1, size]);
  await vacuum(pool, "orders.orders");
}

/**
 * Vacuums and analyses a table until the planner knows its pages as visible to all: a snapshot that another connection
 * still holds makes one vacuum leave pages out, and index scans then look dearer than they are.
 */
export async function vacuum(pool: Pick<pg.Pool, "query">, table: string): Promise<void> {
  for (let visible = false; !visible; ) {
    await pool.query(`vacuum analyze ${table}`);
    const { rows } = await pool.query(
      "select relallvisible >= 0.9 * relpages as visible from pg_class where oid = $1::regclass",
      [table],
    );
    visible = rows[0].visible;
  }
}

const ended = "(array['completed','completed','completed','completed','cancelled','refunded'])[1 + i % 6]";
const open = "(array['pending','confirmed','in_progress','delivered'])[1 + i % 4]";
const seed = `
  with numbered as (
    select i, md5('order' || i) as hash,
      1 + floor(200 * power((('x' || substr(md5('client' || i), 1, 6))::bit(24)::int / 16777216.0)::float8, 4))::int as client,
      timestamptz '2025-01-01' + i * interval '3 minutes' as at
    from generate_series($1::int, $2::int) as i
  ), worded as (
    select *,
      'The ' || (array['influence','memory','history','economy','structure','critique'])[1 + i % 6] || ' of ' ||
      (array['migration','childhood','industry','language','climate','medicine','rivers'])[1 + i % 7] || ' in ' ||
      (array['Scotland','Brazil','Kenya','Vietnam','Peru','Norway','Ghana','Nepal','Chile','Malta','Iceland'])[1 + i % 11] ||
      ', seen through letters, parish books and the reports of travellers of the time' as title
    from numbered
  )
  insert into orders.orders
    (id, number, kind, status, payment_status, client_id, client_name, client_email, service, title, instructions,
     subject, pages, deadline, country, terms_version, fair_use_version, consented_at, consent_address,
     idempotency_key, created_at, updated_at, price_cents, rules)
  select hash::uuid, 'N' || lpad(i::text, greatest(6, length(i::text)), '0'), 'priced', case when i <= 60 or i % 33 = 0 then ${open} else ${ended} end, 'paid',
    lpad(to_hex(client), 32, '0')::uuid, 'Client ' || client, 'client' || client || '@people.test', 'non-technical',
    title, repeat('Write about it with care. ', 12), 'History', 1 + i % 30, at + interval '9 days', 'DE', '1', '1', at,
    '192.0.2.1', hash, at, at, 12600, '${JSON.stringify(standardRules)}'::jsonb
  from worded`;

import type pg from "pg";
import { dataTables, parentsFirst } from "../../src/backup/tables.ts";
import { vacuum } from "../../tests/support/seed-orders.ts";

type Column = {
  name: string;
  type: string;
  /** Holds ids of people: rows of one person are shared by several rounds. */
  ofPerson: boolean;
  /** Part of a unique index, so that a copy needs a value of its own. */
  unique: boolean;
};
type Grown = { name: string; columns: readonly Column[]; from: string };

/** About so many of all orders are open, as in a shop that runs for years. */
const openShare = 0.03;
/** So many rounds of ended orders share one client or one writer, from the first to the last: nobody did all in a week. */
const roundsOf = { client: 10, writer: 50 };
/** A list that grows by each of its copies reads no more of them than this. */
const mostRowsPerOrder = 2;
/** Kept by the queue, by the sandbox, or one for the installation. */
const left =
  /^(platform\.(handled_events|outbox|installation|settings|past_settings|clock_watch|limits|mails)|sandbox\.|operator\.|api\.|pricing\.|payments\.(document_counters|ledger_closings|ledger_progress|money_quarters|promotion_codes)|accounts\.(sign_ins|sessions))/;
/** What is over with an order that ended long ago: its money has gone, its notices were read, its hidden words were deleted. */
const settledBy: Readonly<Record<string, string>> = {
  "orders.orders": "released_at = case when status = 'completed' then coalesce(released_at, updated_at) end",
  "payments.held_orders": "cents = 0",
  "payments.writer_balances": "cents = 0",
  "payments.refunds": "state = case when state = 'covered' then state else 'succeeded' end, next_try_at = null",
  "chat.thread_messages": "sealed = null",
  "notifications.notices": "read_at = coalesce(read_at, at + interval '1 hour')",
};
/** Of about three years: notices that were read go after 90 days, hidden words soon after their order. */
const keptShare: Readonly<Record<string, number>> = {
  "notifications.notices": 90 / (3 * 365),
  "orders.hidden_texts": 0,
  "orders.hidden_passages": 0,
};
/** Only open orders have work that waits. */
const openOnly = /^platform\.timers$/;

/**
 * Grows a stopped demo's database to so many orders by copying the graph of its rows, every id replaced by one made of it
 * and of the copy's number: a few copies of everything, many of ended orders, older and older. Support's messages grow to
 * the number of orders. Plain SQL, with no foreign key checked and no other index than the unique ones meanwhile.
 */
export async function growShop(client: pg.Client, size: number): Promise<void> {
  const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await client.query<Row>(text, values)).rows;
  await client.query(
    "set session_replication_role = replica; set synchronous_commit = off; set work_mem = '256MB'; select setseed(0)",
  );
  const sorted = await parentsFirst(
    client,
    (await dataTables(client)).map(({ name }) => name),
  );
  const names = sorted.filter((name) => !left.test(name));
  const parents = await query<{ child: string; column: string; parent: string; key: string }>(parentsOf);
  await client.query(basics);
  const [counted] = await query<{ all: number; ended: number }>(
    `select count(*)::int as all, count(*) filter (where ${ended})::int as ended from orders.orders`,
  );
  if (!counted) throw new Error("no orders");
  const whole = Math.max(1, Math.round((size * openShare) / (counted.all - counted.ended)));
  const rounds = Math.max(1, Math.ceil((size - (whole + 1) * counted.all) / counted.ended));
  const people = await query<{ id: string; role: number }>("select id::text, role from grow_people");
  const listOf = (wanted: number) =>
    `array[${people.flatMap(({ id, role }) => (role === wanted ? [`'${id}'`] : [])).join()}]`;
  const lists: Lists = { admins: listOf(3), writers: listOf(2) };
  const grown: Grown[] = [];
  for (const name of names) {
    const columns = await query<Column>(columnsOf, [name]);
    for (const column of columns)
      if (/^(uuid|text)$/.test(column.type)) {
        const [found] = await query<{ all: boolean | null }>(
          `select bool_and("${column.name}"::text in (select id::text from grow_people)) as all from ${name}`,
        );
        column.ofPerson = found?.all ?? false;
      }
    const from = `grow_${name.replace(".", "_")}`;
    const wanted = columns.some((c) => c.name === "order_id") ? [endedOrder("order_id")] : [];
    if (name === "orders.orders") wanted.push(ended);
    for (const { child, column, parent, key } of parents)
      if (child === name && grown.some((one) => one.name === parent))
        wanted.push(`("${column}" is null or "${column}" in (select "${key}" from grow_${parent.replace(".", "_")}))`);
    const order = columns.some((c) => c.name === "order_id") ? "order_id" : "null::int";
    const most = name === "orders.orders" ? counted.ended : mostRowsPerOrder * counted.ended;
    await client.query(`create temp table ${from} as select * from (
      select *, row_number() over (partition by ${order} order by random()) as nth from ${name}
      where ${openOnly.test(name) ? "false" : wanted.join(" and ") || "true"}) as one
      where ${order === "null::int" ? `nth <= ${most}` : `nth <= ${mostRowsPerOrder}`}`);
    const settled = settledBy[name];
    if (settled) await client.query(`update ${from} set ${settled}`);
    grown.push({ name, columns, from });
  }
  const indexes = await query<{ name: string; text: string }>(plainIndexes, [names]);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  const [messages] = await query<{ n: number }>("select count(*)::int as n from grow_chat_messages");
  const span = Math.ceil((3 * 365 * 24 * 60) / rounds);
  for (const { name, columns, from } of grown) {
    await client.query(copy(lists, name, name, columns, { first: 1, last: whole, of: () => "grow.k", minutes: 0 }));
    const own = (every: number): string => {
      const one = `((grow.k - ${whole + 1}) % ${rounds} % ${Math.max(1, Math.round(rounds / every))})`;
      return `case when ${one} = 0 then 0 else ${whole} + ${one} end`;
    };
    const last =
      name === "chat.messages"
        ? whole + Math.ceil(size / Math.max(1, messages?.n ?? 1))
        : whole + Math.ceil(rounds * (keptShare[name] ?? 1));
    await client.query(copy(lists, name, from, columns, { first: whole + 1, last, of: own, minutes: span }));
  }
  for (const text of [...sentBack, ...indexes.map((one) => one.text)]) await client.query(text);
  await client.query("reset session_replication_role");
  // As the server itself does in a shop that runs.
  for (const name of names) await vacuum(client, name);
}

/** The job sends refunds at once: of the copies none is under way. */
const sentBack = [
  `update payments.refunds r set state = 'succeeded', next_try_at = null from orders.orders o
    where o.id = r.order_id and length(o.number) > 7 and o.status in ('cancelled', 'refunded') and r.state <> 'covered'`,
  `update payments.held_orders h set cents = 0 from orders.orders o
    where o.id = h.order_id and length(o.number) > 7 and o.status in ('cancelled', 'refunded') and h.cents > 0`,
  `update orders.orders set payment_status = 'refunded'
    where length(number) > 7 and status in ('cancelled', 'refunded') and payment_status = 'paid'`,
];

const ended = "status in ('completed', 'cancelled', 'refunded')";
const endedOrder = (column: string) => `${column} in (select id from orders.orders where ${ended})`;

const basics = `create temp table grow_people as select id, role from accounts.people`;

const parentsOf = `
  select format('%I.%I', cn.nspname, c.relname) as child, a.attname as column, format('%I.%I', pn.nspname, p.relname) as parent, b.attname as key
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace cn on cn.oid = c.relnamespace
  join pg_class p on p.oid = k.confrelid join pg_namespace pn on pn.oid = p.relnamespace
  join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
  join pg_attribute b on b.attrelid = k.confrelid and b.attnum = k.confkey[1]
  where k.contype = 'f' and array_length(k.conkey, 1) = 1 and k.conrelid <> k.confrelid`;

const columnsOf = `
  select a.attname as name, format_type(a.atttypid, null) as type, false as "ofPerson",
    exists (select 1 from pg_index i where i.indrelid = a.attrelid and i.indisunique and a.attnum = any(i.indkey)) as unique
  from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
  order by a.attnum`;

const plainIndexes = `
  select format('%I.%I', n.nspname, c.relname) as name, pg_get_indexdef(i.indexrelid) as text
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
  where not i.indisunique and i.indrelid = any($1::regclass[])`;

/** Arrays of ids, as SQL. */
type Lists = { admins: string; writers: string };
type Rounds = { first: number; last: number; of: (every: number) => string; minutes: number };

const personOf = (old: string, round: string, type: string) =>
  `case when ${round} = 0 then ${old} else md5(${old}::text || ':' || (${round}))::uuid::${type} end`;

/** An id begins with its millisecond, so that rows of one day lie together in an index; another one, so much `earlier`. */
const movedId = (old: string, earlier: string) =>
  `lpad(to_hex(('x' || translate(left(${old}::text, 13), '-', ''))::bit(48)::bigint - (${earlier})::bigint * 60000), 12, '0') || '7' || substr(md5(${old}::text || ':' || grow.k), 14)`;

/** Copies `from` once for each round into a table, the oldest round first as rows come in years; what is there stays. */
function copy(
  lists: Lists,
  into: string,
  from: string,
  columns: readonly Column[],
  { first, last, of, minutes }: Rounds,
): string {
  const valueIn = ({ name, type, ofPerson, unique }: Column): string => {
    const old = `one."${name}"`;
    const earlier = `greatest(0, grow.k - ${first}) * ${minutes}`;
    const made = `case when substr(${old}::text, 15, 1) = '7' then ${movedId(old, earlier)} else md5(${old}::text || ':' || grow.k) end::uuid`;
    if (ofPerson || (into === "accounts.people" && name === "id"))
      return `case when ${old}::text = any(${lists.admins}) then ${old}
        when ${old}::text = any(${lists.writers}) then ${personOf(old, of(roundsOf.writer), type)}
        else ${personOf(old, of(roundsOf.client), type)} end`;
    if (type === "uuid") return made;
    if (into === "orders.orders" && name === "number") return `${old} || upper(to_hex(grow.k))`;
    if (type === "text" && unique && name !== "kind" && name !== "provider" && name !== "account")
      return `case when ${old} ~ '^[0-9a-f-]{36}$' then (${made})::text else ${old} || ':' || ${into.startsWith("accounts.") || into.startsWith("writing.") ? `(${of(into.startsWith("writing.") ? roundsOf.writer : roundsOf.client)})` : "grow.k"} end`;
    if (type === "text" && name === "subject" && into.startsWith("platform."))
      return `case when ${old} ~ '^[0-9a-f-]{36}$' then (${made})::text else ${old} end`;
    if (/^(integer|bigint)$/.test(type) && unique) return `${old} + ${name === "year" ? 0 : "grow.k * 1000"}`;
    // Copies name no writer of the first orders.
    if (type === "jsonb" && name === "detail") return `${old} - 'writerId'`;
    if (/^timestamp/.test(type)) return `${old} - make_interval(mins => ${earlier})`;
    return old;
  };
  return `insert into ${into} (${columns.map(({ name }) => `"${name}"`).join(", ")})
    select ${columns.map(valueIn).join(", ")} from generate_series(${last}, ${first}, -1) as grow(k)
    cross join lateral (select *, grow.k as round from ${from} offset 0) as one
    on conflict do nothing`;
}

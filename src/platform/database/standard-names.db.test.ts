import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { knownMigrations, migrateDatabase, migrationsUpTo } from "./migrate.ts";

const folder = join(process.cwd(), "migrations");
const journal: { entries: { when: number; tag: string }[] } = JSON.parse(
  readFileSync(join(folder, "meta", "_journal.json"), "utf8"),
);
const renaming = journal.entries.find(({ tag }) => tag.endsWith("standard-names"))?.when ?? 0;
const at = "2026-03-10T12:00:00Z";
const id = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`;

let database: TestDatabase;
let drafts: string;
beforeAll(async () => {
  database = await createTestDatabase(4);
  drafts = mkdtempSync(join(tmpdir(), "migrations-"));
  const { rows } = await database.pool.query<{ name: string }>(
    "select nspname as name from pg_namespace where nspname !~ '^(pg_|information_schema|public)'",
  );
  for (const { name } of rows) await database.pool.query(`drop schema "${name}" cascade`);
});
afterAll(async () => {
  await database.drop();
  rmSync(drafts, { recursive: true });
});

/** What an installation of the version before holds under the names that change. */
const before = [
  `insert into platform.reactions_done values ('${id(1)}', 'notifications.desk-enquiry', '${at}')`,
  `insert into platform.timers (id, kind, subject, due) values ('${id(2)}', 'notifications.desk-chat', 's', '${at}')`,
  `insert into platform.outbox (id, name, subject, payload, at, next_try_at)
   values ('${id(3)}', 'files.changed', 'f', '{"place": "chat", "at": "c"}', '${at}', '${at}'),
          ('${id(4)}', 'order.cancelled', 'o', '{"money": {"bearer": "house"}}', '${at}', '${at}')`,
  `insert into accounts.people (id, name, email, email_verified, created_at, updated_at, look, notices_off)
   values ('${id(5)}', 'Ann', 'ann@example.test', true, '${at}', '${at}', 'dark', '["desk.late", "order.paid"]')`,
  `insert into accounts.sessions (id, token, user_id, expires_at, created_at, updated_at, way)
   values ('${id(6)}', 't', '${id(5)}', '${at}', '${at}', '${at}', 'google')`,
  `insert into accounts.proofs (id, identifier, value, expires_at, created_at, updated_at, kind, subject)
   values ('${id(7)}', 'i', '{"personId":"p","way":"apple","short":true}', '${at}', '${at}', '${at}', 'second-step', 'p')`,
  `insert into accounts.tries (key, failures, next_at, last_at) values ('k', 3, '${at}', '${at}')`,
  `insert into accounts.provider_trips (id, state, browser, provider, sealed, purpose, created_at, expires_at)
   values ('${id(8)}', 's', 'b', 'google', 'x', 'sign-in', '${at}', '${at}')`,
  `insert into chat.chats (id, user_name, user_email, user_role, created_at, updated_at, office_read_to, office_unread)
   values ('${id(5)}', 'Ann', 'ann@example.test', 1, '${at}', '${at}', '${at}', 4)`,
  `insert into files.files (id, owner_id, place, name, size, key, created_at)
   values ('${id(9)}', '${id(5)}', 'order', 'a.pdf', 10, 'k', '${at}')`,
  `insert into notifications.notices (id, person_id, kind, title, text, path, once_key, at)
   values ('${id(10)}', 'p', 'desk.late', 't', 't', '/admin', 'desk.late:1', '${at}')`,
  `begin; insert into payments.ledger_transactions (id, order_id, kind, paid_by, cause, test, demo, at)
   values ('${id(11)}', '${id(12)}', 'refund', 'house', 'c', false, false, '${at}');
   insert into payments.ledger_entries (transaction_id, account, cents, demo)
   values ('${id(11)}', 'house', -500, false), ('${id(11)}', 'refunds', 500, false); commit`,
  `insert into orders.order_history (id, order_id, at, action, "to", actor_kind, actor_id, detail)
   values ('${id(13)}', '${id(12)}', '${at}', 'cancel', 'cancelled', 'A', 'a', '{"bearer": "house", "say": "\\"bearer\\": \\"house\\""}')`,
];

/** The same rows by their new names, each as one JSON value. */
const after: readonly (readonly [sql: string, value: unknown])[] = [
  ["select array[handler, event_id::text] from platform.handled_events", ["notifications.admin-enquiry", id(1)]],
  ["select kind from platform.timers", "notifications.admin-chat"],
  ["select payload from platform.outbox where name = 'files.changed'", { purpose: "chat", at: "c" }],
  ["select payload from platform.outbox where name = 'order.cancelled'", { money: { bearer: "operator" } }],
  ["select array[theme, notices_off::text] from accounts.people", ["dark", '["admin.late", "order.paid"]']],
  ["select method from accounts.sessions", "google"],
  ["select value::jsonb from accounts.verification_tokens", { personId: "p", method: "apple", short: true }],
  ["select failures from accounts.failed_sign_ins", 3],
  ["select state from accounts.oauth_attempts", "s"],
  ["select support_unread from chat.chats where support_read_to is not null", 4],
  ["select purpose from files.files", "order"],
  ["select array[kind, once_key] from notifications.notices", ["admin.late", "admin.late:1"]],
  ["select paid_by from payments.ledger_transactions", "operator"],
  ["select cents::int from payments.ledger_entries where account = 'operator'", -500],
  ["select detail from orders.order_history", { bearer: "operator", say: '"bearer": "house"' }],
];

test("an installation of the version before keeps its rows under the new names", async () => {
  const known = knownMigrations(folder);
  await migrateDatabase(
    database.pool,
    migrationsUpTo(
      folder,
      drafts,
      known.filter((when) => when < renaming),
    ),
  );
  for (const statement of before) await database.pool.query(statement);
  await migrateDatabase(database.pool, folder);
  const found: [string, unknown][] = [];
  for (const [statement] of after) {
    const { rows } = await database.pool.query<{ value: unknown }>(
      `select to_jsonb(value) as value from (${statement}) as it (value)`,
    );
    found.push([statement, rows[0]?.value]);
  }
  expect(found).toEqual(after);
});

test("the books and the history can only be added to afterwards, too", async () => {
  for (const table of ["payments.ledger_transactions", "payments.ledger_entries", "orders.order_history"])
    await expect(database.pool.query(`update ${table} set demo = true`)).rejects.toThrow(/append-only/);
});

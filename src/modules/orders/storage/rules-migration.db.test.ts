import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { knownMigrations, migrateDatabase, migrationsUpTo } from "#src/platform/database/migrate.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { lifeSettings, standardRules } from "../domain/order-rules.ts";
import { lifeSetting, rulesSetting } from "../settings.ts";

const folder = join(process.cwd(), "migrations");
const journal: { entries: { when: number; tag: string }[] } = JSON.parse(
  readFileSync(join(folder, "meta", "_journal.json"), "utf8"),
);
const dividing = journal.entries.find(({ tag }) => tag.endsWith("rules-of-an-order"))?.when ?? 0;
const at = "2026-03-10T12:00:00Z";
const id = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`;
const {
  twoParts: _,
  revisionDuePercent: __,
  revisionDueMinHours: ___,
  revisionDueMaxDays: ____,
  ...old
} = standardRules;

let database: TestDatabase;
/** The migrations of the version before. */
let drafts: string;
beforeAll(async () => {
  database = await createTestDatabase(4);
  const known = knownMigrations(folder).filter((when) => when < dividing);
  drafts = migrationsUpTo(folder, mkdtempSync(join(tmpdir(), "migrations-")), known);
});
afterAll(async () => {
  await database.drop();
  rmSync(drafts, { recursive: true });
});

/** An installation of the version before: its settings, and a revision that was asked for on 10 March. */
async function before(settings: readonly [key: string, value: unknown][]): Promise<void> {
  const { rows } = await database.pool.query<{ name: string }>(
    "select nspname as name from pg_namespace where nspname !~ '^(pg_|information_schema|public)'",
  );
  for (const { name } of rows) await database.pool.query(`drop schema "${name}" cascade`);
  await migrateDatabase(database.pool, drafts);
  for (const [key, value] of settings)
    await database.pool.query("insert into platform.settings values ($1, $2, 3, $3, 'admin')", [
      key,
      JSON.stringify(value),
      at,
    ]);
  await database.pool.query(
    `insert into orders.orders (id, number, kind, status, client_id, client_name, client_email, writer_id, service, title,
       instructions, country, terms_version, fair_use_version, consented_at, consent_address, idempotency_key, search,
       created_at, updated_at, confirmed_at, deadline, work_since, writer_deadline)
     values ($1, 'AAAAAAA', 'priced', 'revision_requested', $2, 'Ann', 'ann@example.test', $3, 'non-technical', 'T', 'I',
       'DE', '1', '1', $4, '', 'k', '', $4, $4, '2026-03-01T00:00:00Z', '2026-03-09T00:00:00Z', $4, '2026-03-08T00:00:00Z')`,
    [id(1), id(2), id(3), at],
  );
  await database.pool.query(
    `insert into orders.order_history (id, order_id, at, action, "to", actor_kind, actor_id, detail)
     values ($1, $2, $3, 'deliver', 'delivered', 'W', 'w', '{"refundCents": 500, "waivedCents": 20}')`,
    [id(4), id(1), at],
  );
  await migrateDatabase(database.pool, folder);
}

const stored = async (key: string) => {
  const found = await database.pool.query<{ value: unknown }>("select value from platform.settings where key = $1", [
    key,
  ]);
  return found.rows[0]?.value;
};
const order = async () => (await database.pool.query("select * from orders.orders")).rows[0];

test("without stored settings running orders get the standard rules", async () => {
  await before([]);
  expect(await stored(rulesSetting.key)).toBeUndefined();
  expect((await order()).rules).toEqual(standardRules);
});

test("running orders get the values of the day, and the settings are divided", async () => {
  const edited = { ...lifeSettings, ...old, reviewDays: 9, refund: { ...old.refund, lateHalfPercent: 55 } };
  await before([
    [lifeSetting.key, edited],
    ["payments.two-parts", { fromCents: 10_000, percent: 40 }],
  ]);
  const rules = {
    ...standardRules,
    reviewDays: 9,
    refund: { ...old.refund, lateHalfPercent: 55 },
    twoParts: { fromCents: 10_000, percent: 40 },
  };
  expect(rulesSetting.schema.parse(await stored(rulesSetting.key))).toEqual(rules);
  expect(lifeSetting.schema.parse(await stored(lifeSetting.key))).toEqual(lifeSettings);
  expect(await stored("payments.two-parts")).toBeUndefined();
  const row = await order();
  expect(row.rules).toEqual(rules);
  // A quarter of eight days, and a tenth of it for the operator.
  expect(row.revision_due_at).toEqual(new Date("2026-03-12T12:00:00Z"));
  expect(row.writer_deadline).toEqual(new Date("2026-03-12T07:12:00Z"));
  expect(Number(row.late_credit_cents)).toBe(520);
});

test.each([
  ["orders.life", { ...lifeSettings, ...old, disputeDays: 40 }, { ...standardRules, disputeDays: 40 }],
  ["payments.two-parts", { fromCents: 1, percent: 2 }, { ...standardRules, twoParts: { fromCents: 1, percent: 2 } }],
])("a stored %s alone is enough", async (key, value, rules) => {
  await before([[key, value]]);
  expect(await stored(rulesSetting.key)).toEqual(rules);
  expect((await order()).rules).toEqual(rules);
});

import { afterAll, expect, test } from "vitest";
import { orders } from "#src/modules/orders/tables.ts";
import { checkAudit, sealAudit } from "#src/platform/audit.ts";
import { newId } from "#src/platform/ids.ts";
import { audit } from "#src/platform/tables.ts";
import { type Capability, capabilities } from "#src/shared/viewer.ts";
import { createPerson } from "#tests/support/people.ts";
import { createTestRuntime, ctxFor } from "#tests/support/runtime.ts";
import { seedOrders } from "#tests/support/seed-orders.ts";
import { auditAddress } from "../domain/audit-ask.ts";
import { auditCsv, auditList, auditPageSize } from "./audit-list.ts";

const runtime = await createTestRuntime();
afterAll(() => runtime.drop());
const person = await createPerson(runtime, { role: 3, name: "Marta Klein" });
const admin = ctxFor(runtime, person);
await seedOrders(runtime.database.pool, 0, 1);
const [order] = await runtime.db.select({ id: orders.id, number: orders.number }).from(orders);
if (!order) throw new Error("There is no order.");

const start = Date.parse("2026-03-01T00:00:00Z");
const rowAt = (minute: number, row: Partial<typeof audit.$inferInsert>) => ({
  id: newId(),
  at: new Date(start + minute * 60_000),
  actor: "system:tick",
  action: "order.expire",
  subject: order.id,
  detail: {},
  requestId: "test",
  ...row,
});
const rows = [
  ...Array.from({ length: 60 }, (_, at) => rowAt(at, {})),
  rowAt(2000, {
    actor: person.id,
    action: "settings.change",
    subject: "files",
    detail: { before: { maxMb: 512 }, after: { maxMb: 256 } },
  }),
  rowAt(2001, { actor: person.id, action: "account.blocked", subject: person.id, detail: { reason: "=1+1" } }),
  rowAt(2002, { actor: "provider:stripe", action: "payments.refunded" }),
];
await runtime.db.insert(audit).values(rows);

const list = async (asked: string, ctx = admin) => {
  const page = await auditList(ctx, { ask: auditAddress.read(new URLSearchParams(asked)), zone: "Europe/Berlin" });
  if (!page.ok) throw new Error(page.message);
  return page.value;
};

const fileFor = async (ctx: typeof admin) => {
  let text = "";
  for await (const part of auditCsv(ctx, auditAddress.read(new URLSearchParams()), "UTC")) text += part;
  return text;
};

test("pages go from the newest to the oldest entry and back, each entry once", async () => {
  const first = await list("what=orders");
  expect(first.rows).toHaveLength(auditPageSize);
  const second = await list(`what=orders&older=${first.older}`);
  expect(first.rows.length + second.rows.length).toBe(60);
  expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(60);
  expect((await list(`what=orders&newer=${second.newer}`)).rows).toEqual(first.rows);
});

test.each([
  [`order=${order.number.toLowerCase()}&what=money`, ["payments.refunded"]],
  ["order=XXXXXXX", []],
  ["who=provider", ["payments.refunded"]],
  [`who=${person.id}`, ["account.blocked", "settings.change"]],
  ["from=2026-03-02&to=2026-03-02", ["payments.refunded", "account.blocked", "settings.change"]],
  ["from=2026-03-03", []],
])("%s finds what it says", async (asked, actions) => {
  expect((await list(asked)).rows.map(({ action }) => action)).toEqual(actions);
});

test("an entry has who, what it is about and a link there", async () => {
  const [refunded, blocked] = (await list("from=2026-03-02")).rows;
  expect(refunded).toMatchObject({ who: "Stripe", about: `order ${order.number}`, to: `/admin/orders/${order.id}` });
  expect(blocked).toMatchObject({ who: "Marta Klein", about: "Marta Klein", sealed: false });
});

test("each admin reads what the capabilities allow, in the list and in the file", async () => {
  const asOnly = (one: Capability) => ctxFor(runtime, { ...person, capabilities: [one] });
  const seen = async (one: Capability) => new Set((await list("", asOnly(one))).rows.map(({ action }) => action));
  expect(await seen("settings")).toEqual(new Set(["settings.change"]));
  expect(await seen("people")).toEqual(new Set(["account.blocked"]));
  expect(await seen("money")).toEqual(new Set(["payments.refunded"]));
  const none = ctxFor(runtime, { ...person, capabilities: [] });
  expect(await auditList(none, { ask: auditAddress.read(new URLSearchParams()), zone: "UTC" })).toMatchObject({
    ok: false,
  });
  for (const [ctx, lines] of [
    [none, 1],
    [asOnly("money"), 2],
    [ctxFor(runtime, { ...person, capabilities }), 64],
  ] as const) {
    expect((await fileFor(ctx)).trim().split("\r\n")).toHaveLength(lines);
  }
  const text = await fileFor(asOnly("people"));
  expect(text).toContain("'=1+1");
});

test("an address reads back as it was written; what is not known is not asked", () => {
  const ask = auditAddress.read(
    new URLSearchParams("what=orders&from=2026-02-30&to=2026-03-01&who=system&order= 7kq "),
  );
  expect(auditAddress.query(ask)).toBe("who=system&what=orders&to=2026-03-01&order=7kq");
  expect(auditAddress.read(new URLSearchParams("what=__proto__")).what).toBe("");
});

test("verifying counts sealed and waiting entries and names the first one that was changed", async () => {
  expect(await checkAudit(runtime.db)).toMatchObject({ sealed: 0, unsealed: rows.length, broken: null });
  await sealAudit(runtime.db, 40);
  expect(await checkAudit(runtime.db)).toMatchObject({ sealed: 40, unsealed: rows.length - 40, broken: null });
  const third = rows[2];
  const { pool } = runtime.database;
  await pool.query("alter table platform.audit disable trigger audit_seal");
  await pool.query("update platform.audit set actor = 'nobody' where id = $1", [third?.id]);
  expect(await checkAudit(runtime.db)).toMatchObject({ sealed: 2, broken: { seq: 3, row: { id: third?.id } } });
});

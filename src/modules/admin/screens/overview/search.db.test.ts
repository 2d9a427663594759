import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { askEnquiry, readInbox, sendMessage } from "#src/modules/chat/index.server.ts";
import { adminOrderList } from "#src/modules/orders/index.server.ts";
import { newCode } from "#src/modules/payments/codes/codes.testing.ts";
import { findMoney } from "#src/modules/payments/index.server.ts";
import { newId } from "#src/platform/ids.ts";
import { searchable } from "#src/shared/search.ts";
import { plainReference } from "#src/shared/typed-values.ts";
import type { Capability, Person } from "#src/shared/viewer.ts";
import { must, openPaymentsRuntime, paidOrder, person, place, placing } from "#tests/support/payments.ts";
import { createPerson } from "#tests/support/people.ts";
import { ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { seedOrders, vacuum } from "#tests/support/seed-orders.ts";
import { findForAdmin } from "./search.server.ts";

const runtime = await forThisFile(openPaymentsRuntime());
const { pool } = runtime.database;
const admin = person(3);
const ordered = async (name: string, title: string) => {
  const client = await createPerson(runtime, { name });
  return { client, ...(await place(runtime, client, placing({ ...placing().fields, title }))) };
};
const lukasz = await ordered("Łukasz O’Brien", "Über Ñandú");
const li = await ordered("Li Xu", "An essay on tides");
await ordered("Emilia Liebig", "An essay on rivers");
for (const [who, message] of [
  [lukasz.client, "Which citation style do you use?"],
  [li.client, "The Überweisung was sent"],
] as const)
  must(await sendMessage(ctxFor(runtime, who), { id: newId(), message }));

/** What the palette shows of one kind. */
async function hits(kind: string, search: string, who: Person = admin) {
  const groups = await findForAdmin(ctxFor(runtime, who), who, search, "UTC");
  return groups.find(({ key }) => key === kind)?.hits ?? [];
}
const titles = async (kind: string, search: string, who?: Person) =>
  (await hits(kind, search, who)).map(({ title }) => title);

test.each([
  ["orders", "nandu", ["Über Ñandú"]],
  ["orders", "LUKASZ uber", ["Über Ñandú"]],
  ["orders", "o'brien", ["Über Ñandú"]],
  ["orders", "obrien ñandu", ["Über Ñandú"]],
  ["orders", "xu", ["An essay on tides"]],
  ["orders", "emilia essay", ["An essay on rivers"]],
  ["orders", "emilia tides", []],
  ["orders", "\u200b\u2060", []],
  ["people", "lukasz", ["Łukasz O’Brien"]],
  ["people", "li", ["Emilia Liebig", "Li Xu"]],
  ["people", "lia", ["Emilia Liebig"]],
  ["chats", "lukasz citation", ["Łukasz O’Brien"]],
  ["chats", "uberweisung", ["Li Xu"]],
  ["chats", "xu", ["Li Xu"]],
  ["chats", "lukasz uberweisung", []],
  ["pages", "Audít", ["Audit"]],
])("%s: %j finds %j", async (kind, search, found) => expect(await titles(kind, search)).toEqual(found));

test("an order is found by its number in any case and in wide characters, and by its beginning", async () => {
  const { number } = must(await adminOrderList(ctxFor(runtime, admin), { search: "nandu" })).rows[0] ?? { number: "" };
  const wide = number.replace(/[A-Z0-9]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
  for (const search of [number, number.toLowerCase(), wide, ` ${number} `, number.slice(0, 4).toLowerCase()])
    expect(await titles("orders", search)).toContain("Über Ñandú");
});

test("words that begin as the search says come first, however new the others are", async () => {
  await createPerson(runtime, { name: "Quince Abara" });
  for (let at = 0; at < 6; at += 1) await createPerson(runtime, { name: `Bequincey ${at}` });
  expect((await titles("people", "quinc"))[0]).toBe("Quince Abara");
  expect(await titles("people", "quinc")).toHaveLength(5);
});

test("each kind says how many there are, and where all of them are listed", async () => {
  const groups = await findForAdmin(ctxFor(runtime, admin), admin, "equinc", "UTC");
  expect(groups.map(({ key, count, all }) => [key, count, all])).toEqual([
    ["people", "6", "/admin/people?search=equinc"],
  ]);
});

test("what can be done with what was found is offered to those alone who may do it", async () => {
  await runtime.database.pool.query("update orders.orders set status = 'confirmed' where id = $1", [li.orderId]);
  const { number } = must(await adminOrderList(ctxFor(runtime, admin), { search: "tides" })).rows[0] ?? { number: "" };
  expect(await titles("actions", "tides")).toEqual([`Assign ${number}`]);
  expect(await titles("actions", "lukasz")).toContain("Write to Łukasz O’Brien");
  expect(await titles("actions", "lukasz", person(3, { capabilities: ["people", "orders"] }))).toEqual([]);
  expect(await titles("actions", "tides", person(3, { capabilities: ["people", "chat"] }))).toEqual([]);
  await runtime.database.pool.query("update orders.orders set status = 'delivered' where id = $1", [li.orderId]);
  expect(await titles("actions", "tides")).toEqual([`Refund a part of ${number}`]);
  expect(await titles("actions", "tides", person(3, { capabilities: ["orders"] }))).toEqual([]);
});

test("a question of the contact page is found by its words, its name and its number", async () => {
  const ctx = { ...ctxFor(runtime), request: { id: "test", address: "192.0.2.77" } };
  const question = { name: "Zoë Ōkami", email: "zoe@example.com", text: "Do you offer résumé help?", order: "7KQ2M4X" };
  must(await askEnquiry(ctx, question));
  for (const search of ["zoe okami", "resume zoe", "7kq2m4x", "okami@"])
    expect(await titles("chats", search), search).toEqual(search === "okami@" ? ["Zoë Ōkami"] : ["Zoë Ōkami"]);
});

test("money is found by every word that a bank or a provider has for it, codes by their beginning", async () => {
  const { orderId } = await paidOrder(runtime);
  const { rows } = await pool.query(
    `select s.transaction, a.reference, d.year, d.number from payments.settlements s
     join payments.attempts a on a.id = s.attempt_id join payments.documents d on d.charge_id = s.charge_id
     where s.order_id = $1`,
    [orderId],
  );
  const [{ transaction, reference, year, number }] = rows;
  const [attempt, settlement] = ["11111111-1111-7111-8111-111111111111", "22222222-2222-7222-8222-222222222222"];
  await pool.query(`begin; set local session_replication_role = replica;
    insert into payments.transfer_requests values ('${attempt}', 'ABCDEFG', 'ABCDEFG-2', 100, 'USD', now());
    insert into payments.attempts (id, charge_id, order_id, order_number, provider, cents, currency, started_at, ends_at)
      values ('${attempt}', '${newId()}', '${orderId}', 'ABCDEFG', 'transfer', 100, 'USD', now(), now());
    insert into payments.transfer_receipts (id, attempt_id, order_id, cents, currency, received_on, bank_reference, entered_by, entered_at)
      values ('${settlement}', '${attempt}', '${orderId}', 100, 'USD', now(), 'NTRF 2026/03-10 77', 'x', now());
    insert into payments.transfer_refunds values ('${newId()}', '${settlement}', 100, 'USD', now(), 'Back-4711');
    insert into payments.disputes values ('${newId()}', '${orderId}', '${settlement}', 'stripe', 'dp_1Abc', 100, 'USD', 'x', 'open', true, now());
    insert into payments.refunds (id, order_id, settlement_id, kind, cents, currency, paid_by, reason, cause, reference, created_at)
      values ('${newId()}', '${orderId}', '${settlement}', 'order', 100, 'USD', 'operator', 'x', 'x', 're_9Zz', now());
    insert into payments.provider_events (id, provider, event_id, body, attempt_id, received_at)
      values ('${newId()}', 'stripe', 'evt_77Aa', '', '${attempt}', now()), ('${newId()}', 'stripe', 'evt_88', '', null, now());
    insert into payments.payouts (id, run_id, writer_id, cents, currency, state, demo, ending, reference, created_at)
      values ('${newId()}', '${attempt}', '${attempt}', 100, 'USD', 'paid', false, '2874', 'SEPA 99 88', now());
    commit`);
  const money = async (search: string) => (await hits("money", search)).map(({ to, aside }) => [to, aside]);
  const order = `/admin/orders/${orderId}#money`;
  const run = `/admin/payments/payouts/${attempt}`;
  const receipt = `TR-${year}-${String(number).padStart(6, "0")}`;
  for (const [search, to, label] of [
    [transaction, order, "Payment"],
    [reference, order, "Payment page"],
    [receipt.toLowerCase().replace("tr", rows[0].test ? "tr" : "r"), order, "Receipt"],
    ["abcdefg-2", order, "Transfer"],
    ["ntrf2026/03 10-77", order, "Transfer"],
    ["BACK 4711", order, "Refund"],
    ["RE_9ZZ", order, "Refund"],
    ["dp_1abc", order, "Payment dispute"],
    [" evt_77Aa ", order, "Provider event"],
    ["evt_88", "/admin/payments", "Provider event"],
    ["sepa-9988", run, "Payout"],
    ["po-0001", run, "Payout"],
    ["PO 1", run, "Payout"],
  ])
    expect(await money(search), search).toEqual([[to, label]]);
  expect(await money("evt_77")).toEqual([]);
  const code = await newCode(runtime);
  expect(await titles("codes", code.toLowerCase().slice(0, 4))).toContain(code);
  expect(await titles("codes", "%")).toEqual([]);
});

test("each kind is found by those alone who may see it", async () => {
  const rights: readonly (readonly [kind: string, search: string, right: Capability])[] = [
    ["orders", "nandu", "orders"],
    ["people", "lukasz", "people"],
    ["chats", "lukasz", "chat"],
    ["money", "po-1", "money"],
    ["codes", "code", "prices"],
  ];
  for (const [kind, search, right] of rights) {
    const others = rights.map(([, , one]) => one).filter((one) => one !== right);
    expect(await titles(kind, search, person(3, { capabilities: [right] })), kind).not.toEqual([]);
    expect(await titles(kind, search, person(3, { capabilities: others })), kind).toEqual([]);
  }
});

test("the database makes the same of every text as a browser does", async () => {
  const blocks = [
    [0x20, 0x52f],
    [0x531, 0x5ff],
    [0x60c, 0x6ff],
    [0x1e00, 0x206f],
    [0x20a0, 0x218f],
    [0x2190, 0x2bff],
    [0x3000, 0x30ff],
    [0x4e00, 0x4e40],
    [0xac00, 0xac40],
    [0xff01, 0xff9d],
  ];
  const signs = blocks.flatMap(([from = 0, to = 0]) =>
    Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)),
  );
  const assigned = signs.filter((sign) => /\P{Cn}/u.test(sign));
  const dressed = fc.string({ unit: fc.constantFrom(...assigned), maxLength: 40 });
  const texts = [...assigned.map((sign) => `a${sign}b`), ...fc.sample(dressed, 500), "", "  ", "\u200b"];
  const { rows } = await pool.query(
    "select platform.searchable(t) as made from unnest($1::text[]) with ordinality u(t, n) order by n",
    [texts],
  );
  const wrong = texts.filter((text, at) => rows[at].made !== (searchable(text) || " "));
  expect(wrong).toEqual([]);
  const references = fc.sample(fc.string({ unit: fc.constantFrom("a", "Z", "7", "-", "_", " ", "/") }), 200);
  const made = await pool.query(
    "select platform.plain_reference(t) as made from unnest($1::text[]) with ordinality u(t, n) order by n",
    [references],
  );
  expect(made.rows.map((row) => row.made)).toEqual(references.map(plainReference));
});

type Plan = { "Node Type": string; "Relation Name"?: string; Plans?: Plan[] };
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

/** Tables of a thousand rows or more that a plan reads from end to end, of the statements that a search sends. */
async function wholeReads(ask: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pool, "query");
  await ask();
  const sent = spy.mock.calls.map(
    ([config, values]) => [(config as unknown as { text: string }).text, values] as const,
  );
  spy.mockRestore();
  expect(sent.length).toBeGreaterThan(0);
  const tables = await pool.query("select relname from pg_class where reltuples >= 1000");
  const large = new Set(tables.rows.map(({ relname }) => relname));
  const found: string[] = [];
  for (const [text, values] of sent) {
    const { rows } = await pool.query(`explain (format json) ${text}`, values as unknown as unknown[]);
    for (const node of nodes((rows[0] as { "QUERY PLAN": { Plan: Plan }[] })["QUERY PLAN"][0]?.Plan as Plan))
      if (node["Node Type"].endsWith("Seq Scan") && large.has(node["Relation Name"]))
        found.push(`${node["Relation Name"]}: ${text.slice(0, 200)}`);
  }
  return found;
}

test("no search reads a large table from end to end", async () => {
  await seedOrders(pool, 0, 3_000);
  const id = "lpad(to_hex(n), 32, '0')::uuid";
  const word = "md5(n::text)";
  const at = "timestamptz '2026-01-01' + n * interval '1 minute'";
  await pool.query(`begin; set local session_replication_role = replica;
    insert into accounts.people (id, name, email, email_verified, created_at, updated_at)
      select ${id}, left(${word}, 6) || ' ' || right(${word}, 7), ${word} || '@people.test', true, ${at}, ${at} from generate_series(1, 15000) n;
    insert into chat.chats (id, user_name, user_email, user_role, created_at, updated_at, last_message_time)
      select ${id}, left(${word}, 6), ${word} || '@people.test', 1, ${at}, ${at}, ${at} from generate_series(1, 2500) n;
    insert into chat.messages (id, chat_id, message, sender_id, sender_type, sender_role, timestamp)
      select ${id}, lpad(to_hex(1 + n % 2500), 32, '0')::uuid, 'About ' || ${word} || ' and ' || left(${word}, 5), 'x', 'user', 1, ${at}
      from generate_series(1, 8000) n;
    insert into chat.enquiries (id, name, email, text, created_at, idempotency_key)
      select ${id}, left(${word}, 6), ${word} || '@people.test', 'About ' || ${word}, ${at}, n::text from generate_series(1, 2500) n;
    insert into payments.attempts (id, charge_id, order_id, order_number, provider, cents, currency, started_at, ends_at, reference)
      select ${id}, ${id}, ${id}, 'N' || n, 'stripe', 1, 'USD', ${at}, ${at}, 'cs_' || ${word} from generate_series(1, 1500) n;
    insert into payments.settlements (id, order_id, charge_id, attempt_id, provider, transaction, method, cents, currency, verdict, at)
      select ${id}, ${id}, ${id}, ${id}, 'stripe', 'pi_' || ${word}, 'Card', 1, 'USD', 'settle', ${at} from generate_series(1, 1500) n;
    insert into payments.refunds (id, order_id, settlement_id, kind, cents, currency, paid_by, reason, cause, reference, created_at)
      select ${id}, ${id}, ${id}, 'order', 1, 'USD', 'operator', 'x', n::text, 're_' || ${word}, ${at} from generate_series(1, 1500) n;
    insert into payments.disputes select ${id}, ${id}, ${id}, 'stripe', 'dp_' || ${word}, 1, 'USD', 'x', 'open', true, ${at} from generate_series(1, 1500) n;
    insert into payments.provider_events (id, provider, event_id, body, received_at)
      select ${id}, 'stripe', 'evt_' || left(${word}, 10), '', ${at} from generate_series(1, 1500) n;
    insert into payments.transfer_requests select ${id}, 'N' || n, 'N' || n || '-1', 1, 'USD', ${at} from generate_series(1, 1500) n;
    insert into payments.transfer_receipts (id, attempt_id, order_id, cents, currency, received_on, bank_reference, entered_by, entered_at)
      select ${id}, ${id}, ${id}, 1, 'USD', '2026-01-01', 'NTRF ' || ${word}, 'x', ${at} from generate_series(1, 1500) n;
    insert into payments.transfer_refunds select ${id}, ${id}, 1, 'USD', ${at}, 'B ' || ${word} from generate_series(1, 1500) n;
    insert into payments.payouts (id, run_id, writer_id, cents, currency, demo, ending, reference, created_at)
      select ${id}, ${id}, ${id}, 1, 'USD', false, '1', 'SEPA ' || ${word}, ${at} from generate_series(1, 1500) n;
    commit`);
  for (const table of ["accounts.people", "chat.chats", "chat.messages", "chat.enquiries"]) await vacuum(pool, table);
  await pool.query("analyze");
  for (const search of ["c4ca42", "migration kenya", "lukasz", "xu", "c4ca42 about", "po-17"])
    expect(await wholeReads(() => findForAdmin(ctxFor(runtime, admin), admin, search, "UTC")), search).toEqual([]);
  expect(await wholeReads(() => readInbox(ctxFor(runtime, admin), { tab: "waiting", search: "c4ca42" }))).toEqual([]);
  expect(await wholeReads(() => findMoney(ctxFor(runtime, admin), { search: "evt_c4ca4238a0" }))).toEqual([]);
  // A word of every message: chats are looked up by so many ids that the small table of this test is read whole for them.
  const common = await wholeReads(() => readInbox(ctxFor(runtime, admin), { tab: "all", search: "about" }));
  expect(common.filter((read) => !read.startsWith("chats:"))).toEqual([]);
});

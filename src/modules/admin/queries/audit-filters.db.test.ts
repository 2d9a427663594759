import { afterAll, expect, test } from "vitest";
import { audit } from "#src/platform/tables.ts";
import { capabilities } from "#src/shared/viewer.ts";
import { blocksRead } from "#tests/support/blocks-read.ts";
import { createPerson } from "#tests/support/people.ts";
import { createTestRuntime, ctxFor } from "#tests/support/runtime.ts";
import { vacuum } from "#tests/support/seed-orders.ts";
import { auditAddress, auditParts } from "../domain/audit-ask.ts";
import { auditCsv, auditList } from "./audit-list.ts";

const runtime = await createTestRuntime();
afterAll(() => runtime.drop());
const { pool } = runtime.database;
const person = await createPerson(runtime, { role: 3, name: "Marta Klein" });
const admin = ctxFor(runtime, person);

/** Rows of every part and kind of actor, two at each instant; of rare kinds the oldest alone. */
const grow = async (from: number, until: number) => {
  await pool.query(
    `insert into platform.audit (id, at, actor, action, subject, detail, request_id)
    select md5('audit' || i)::uuid, timestamptz '2026-03-01' + (i / 2) * interval '1 minute',
      case when i < 90 then (array[$3, 'system:tick', 'provider:stripe', 'program:x'])[1 + i % 4] else 'system:tick' end,
      case when i < 90 then (array['prices.published', 'codes.made', 'chat.closed', 'payments.refunded', 'settings.change', 'unknown.word', 'order.act'])[1 + i % 7]
        else (array['order.expire', 'payments.settled'])[1 + i % 2] end,
      'x', '{}', 'test' from generate_series($1::int, $2::int - 1) i`,
    [from, until, person.id],
  );
  await vacuum(pool, "platform.audit");
};

const page = async (asked: string, ctx = admin) => {
  const found = await auditList(ctx, { ask: auditAddress.read(new URLSearchParams(asked)), zone: "UTC" });
  if (!found.ok) throw new Error(found.message);
  return found.value;
};

const everyAsk = ["", person.id, "system", "provider", "system:tick", "nobody"].flatMap((who) =>
  ["", ...Object.keys(auditParts)].flatMap((what) =>
    ["", "&from=2026-03-01&to=2026-03-01"].map((days) => `who=${who}&what=${what}${days}`),
  ),
);

test("every filter finds what a plain comparison of all entries finds, in its order, page by page and in the file", async () => {
  await grow(0, 3_200);
  const all = (await runtime.db.select().from(audit)).toSorted(
    (a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1),
  );
  for (const asked of everyAsk) {
    const ask = auditAddress.read(new URLSearchParams(asked));
    const words = Object.entries(auditParts).flatMap(([part, { prefixes }]) =>
      ask.what === "" || ask.what === part ? prefixes : [],
    );
    const fits = ({ at, actor, action }: (typeof all)[number]) =>
      words.includes(action.split(".")[0] ?? "") &&
      (ask.who === "" ||
        actor === ask.who ||
        (/^(system|provider)$/.test(ask.who) && actor.startsWith(`${ask.who}:`))) &&
      (ask.from === "" || at < new Date("2026-03-02"));
    const expected = all.filter(fits).map(({ id }) => id);
    const found: string[] = [];
    for (let older: string | null = ""; older !== null && found.length < 120; ) {
      const read: Awaited<ReturnType<typeof page>> = await page(`${asked}&older=${older}`);
      found.push(...read.rows.map(({ raw }) => (JSON.parse(raw) as { id: string }).id));
      older = read.older;
    }
    expect(found, asked).toEqual(expected.slice(0, found.length));
    expect(found.length, asked).toBe(Math.min(expected.length, Math.max(found.length, 120)));
  }
  let lines = 0;
  for await (const part of auditCsv(admin, auditAddress.read(new URLSearchParams("what=money")), "UTC"))
    lines += part.split("\r\n").length - 1;
  expect(lines - 1).toBe(all.filter(({ action }) => action.startsWith("payments.")).length);
});

test("what is rare is read as fast in an audit ten times as long", async () => {
  const asks = ["", "what=prices", `who=${person.id}&what=chat`, "who=provider", "who=provider&what=money"];
  const read = async () => {
    const blocks: number[] = [];
    for (const asked of asks) blocks.push(await blocksRead(pool, () => page(asked)));
    return blocks;
  };
  const before = await read();
  await grow(3_200, 32_000);
  const after = await read();
  for (const [at, asked] of asks.entries()) expect(after[at], asked).toBeLessThan(Math.max(before[at] ?? 0, 150) * 1.5);
});

test("a reader of one part reads its entries alone", async () => {
  const one = ctxFor(runtime, { ...person, capabilities: ["prices"] });
  const about = new Set((await page("", one)).rows.map(({ action }) => action));
  expect(about).toEqual(new Set(["prices.published", "codes.made"]));
  expect(await blocksRead(pool, () => page("", one))).toBeLessThan(400);
  expect((await page("", ctxFor(runtime, { ...person, capabilities }))).rows.length).toBe(50);
});

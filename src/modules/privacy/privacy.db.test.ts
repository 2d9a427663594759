import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventHandlers, portsFor, timerKinds } from "#src/composition/parts.ts";
import { sendMessage } from "#src/modules/chat/index.server.ts";
import { storagePort } from "#src/modules/files/index.server.ts";
import { deliverWork } from "#src/modules/orders/index.server.ts";
import { approve, doAct, handover, place, placing } from "#src/modules/orders/orders.testing.ts";
import { payDemoOrder } from "#src/modules/payments/index.server.ts";
import { makeWriter } from "#src/modules/writing/index.server.ts";
import { inTransaction } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import type { HeldFile } from "#src/platform/personal-data.ts";
import { type Port, systemCtx } from "#src/platform/runtime.ts";
import { runDueTimers } from "#src/platform/timers.ts";
import { done, type Outcome } from "#src/shared/outcome.ts";
import { guest, type Person } from "#src/shared/viewer.ts";
import { createPerson } from "#tests/support/people.ts";
import { createTestRuntime, ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { askDeletion, gatherMyData, keepAccount, myDeparture } from "./index.server.ts";

const folder = mkdtempSync(join(tmpdir(), "privacy-"));
let runtime: TestRuntime;
beforeAll(async () => {
  runtime = await createTestRuntime({ eventHandlers, env: { LIMITS_FACTOR: "1000", DATA_DIR: folder } });
  const plugs = new Map(portsFor(runtime).map(([key, value]) => [key.name, value]));
  Object.assign(runtime, { port: <T>(key: Port<T>) => plugs.get(key.name) as T });
});
afterAll(async () => {
  await runtime.drop();
  rmSync(folder, { recursive: true });
});

const must = <T>(outcome: Outcome<T>): T => {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  return outcome.value;
};
const understood = { understood: "on" };
const day = 86_400_000;
const daysPass = (days: number) => runtime.setNow(new Date(runtime.clock().getTime() + days * day));
const tick = () => runDueTimers(runtime, timerKinds);
const nameOf = async ({ id }: Person) =>
  (await runtime.database.pool.query("select name from accounts.people where id = $1", [id])).rows[0]?.name;

const essayFor = async (client: Person, more: object = {}) => {
  const deadline = new Date(runtime.clock().getTime() + 60 * 3_600_000).toISOString();
  return (await place(runtime, client, placing({ ...placing().fields, ...more, deadline }))).orderId;
};
const actAs = async (who: Person, orderId: string, action: string, more: object = {}) =>
  must(await doAct(runtime, who, orderId, action, more));
const deliverAs = async (writer: Person, orderId: string, text: string) =>
  must(await deliverWork(ctxFor(runtime, writer), { orderId, text, final: true, handover }));

async function newWriter(): Promise<Person> {
  const writer = await createPerson(runtime, { role: 2 });
  must(await inTransaction(systemCtx(runtime, "test"), async (work) => done(await makeWriter(work, writer.id))));
  return writer;
}

let many = 0;
/** A checked file that hangs in the person's chat. */
async function fileOf({ id: owner }: Person, name: string): Promise<void> {
  const id = newId();
  await runtime.port(storagePort).put(id, Readable.from([Buffer.from("bytes of a file")]));
  await runtime.database.pool.query(
    "insert into files.files (id, owner_id, purpose, name, state, size, key, attached_to, created_at) values ($1, $2, 'chat', $3, 'ready', 15, $4, $5, now())",
    [id, owner, name, id, owner],
  );
}

/** A client with one finished order whose words can be searched for, and its writer. */
async function finished() {
  const mark = `Mark${++many}x`;
  const client = await createPerson(runtime, {
    name: `Zuleika ${mark}`,
    email: `${mark}@people.test`,
  });
  const [admin, writer] = [await createPerson(runtime, { role: 3 }), await newWriter()];
  const orderId = await essayFor(client, { title: `${mark} title`, instructions: `${mark} brief` });
  await payDemoOrder(runtime, orderId);
  await actAs(admin, orderId, "assign", { writerId: writer.id });
  await actAs(writer, orderId, "accept");
  await deliverAs(writer, orderId, `${mark} delivery`);
  await actAs(client, orderId, "request-revision", { points: `${mark} wish` });
  await deliverAs(writer, orderId, `${mark} delivery two`);
  await approve(runtime, client, orderId);
  must(await sendMessage(ctxFor(runtime, client), { id: newId(), message: `${mark} hello` }));
  await fileOf(client, `${mark}.txt`);
  return { mark, client, writer, admin, orderId };
}

/** Every table that still holds one of these words. */
async function tablesWith(words: readonly string[]): Promise<string[]> {
  const { pool } = runtime.database;
  const tables = await pool.query(
    "select table_schema || '.' || table_name as name from information_schema.tables where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1",
  );
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const pattern = words.map((word) => `%${word}%`);
    const { rows } = await pool.query(`select count(*)::int as many from ${name} as t where t::text ilike any($1)`, [
      pattern,
    ]);
    if (rows[0].many > 0) found.push(name);
  }
  return found;
}

const read = async (files: AsyncIterable<HeldFile>) => {
  const all = new Map<string, string>();
  for await (const file of files)
    all.set(file.path, "rows" in file ? JSON.stringify(file.rows) : await new Response(await file.open()).text());
  return all;
};

describe("the download", () => {
  test("holds everything of the person and nothing of others or of secrets", async () => {
    const { mark, client, writer, admin } = await finished();
    const files = await read(must(await gatherMyData(ctxFor(runtime, client))));
    const text = [...files.values()].join("\n");
    for (const mine of [
      client.email,
      client.name,
      `${mark} title`,
      `${mark} brief`,
      `${mark} delivery two`,
      `${mark} wish`,
    ])
      expect(text).toContain(mine);
    const file = [...files.keys()].find((path) => path.endsWith(`${mark}.txt`));
    expect(files.get(file ?? "")).toBe("bytes of a file");
    for (const foreign of [writer.email, writer.name, writer.id, admin.email, admin.id, "argon2", "sha256:"])
      expect(text).not.toContain(foreign);
    expect([...files.keys()].some((path) => path.startsWith("orders/"))).toBe(true);
    expect(files.has("payments.json")).toBe(true);
  });

  test("gives writers what they wrote, without the client's name and address", async () => {
    const { mark, client, writer } = await finished();
    const text = [...(await read(must(await gatherMyData(ctxFor(runtime, writer))))).values()].join("\n");
    expect(text).toContain(`${mark} delivery two`);
    for (const foreign of [client.email, client.name, client.id]) expect(text).not.toContain(foreign);
  });

  test("is refused to guests, without a fresh sign-in, and the third time a day", async () => {
    const client = await createPerson(runtime);
    expect(await gatherMyData(ctxFor(runtime, guest))).toMatchObject({ code: "signed-out" });
    expect(await gatherMyData(ctxFor(runtime, { ...client, freshAt: null }))).toMatchObject({ code: "step-up" });
    const strict = { ...runtime, config: { ...runtime.config, limitsFactor: 1 } };
    for (const ok of [true, true, false]) expect((await gatherMyData(ctxFor(strict, client))).ok).toBe(ok);
  });
});

describe("the deletion", () => {
  test("takes every word and address out of every table on its day, and leaves the books", async () => {
    const { mark, client, orderId } = await finished();
    must(await askDeletion(ctxFor(runtime, client), understood));
    daysPass(29);
    await tick();
    expect(await nameOf(client)).toBe(client.name);
    daysPass(2);
    await tick();
    await tick();
    const others = await finishedTables([mark]);
    expect(others).toEqual([]);
    const { rows } = await runtime.database.pool.query(
      "select price_cents::int as cents, client_name, status from orders.orders where id = $1",
      [orderId],
    );
    expect(rows[0]).toEqual({ cents: 12_600, client_name: "Deleted account", status: "completed" });
    const sum =
      "select sum(e.cents)::int as sum, count(*)::int as many from payments.ledger_entries e join payments.ledger_transactions t on t.id = e.transaction_id where t.order_id = $1";
    const books = (await runtime.database.pool.query(sum, [orderId])).rows[0];
    expect(books.sum).toBe(0);
    expect(books.many).toBeGreaterThan(0);
  });

  /** The last letter and the record of account actions may name the address (security E6). */
  const finishedTables = async (words: string[]) =>
    (await tablesWith(words)).filter((name) => !["platform.mails", "platform.audit"].includes(name));

  test("waits while something is open, and says what", async () => {
    const client = await createPerson(runtime);
    const orderId = await essayFor(client);
    const refused = await askDeletion(ctxFor(runtime, client), understood);
    expect(refused).toMatchObject({ code: "conflict", message: expect.stringContaining("still open") });
    expect(must(await myDeparture(ctxFor(runtime, client), {})).reasons).toHaveLength(1);
    await actAs(client, orderId, "cancel");
    must(await askDeletion(ctxFor(runtime, client), understood));
    daysPass(29);
    const second = await essayFor(client);
    await payDemoOrder(runtime, second);
    daysPass(2);
    await tick();
    expect(await nameOf(client)).toBe(client.name);
    await actAs(client, second, "cancel");
    daysPass(2);
    await tick();
    expect(await nameOf(client)).toBe("Deleted account");
  });

  test("can be taken back until its day; asked twice, the first date holds", async () => {
    const client = await createPerson(runtime);
    const first = must(await askDeletion(ctxFor(runtime, client), understood));
    daysPass(3);
    expect(must(await askDeletion(ctxFor(runtime, client), understood))).toEqual(first);
    must(await keepAccount(ctxFor(runtime, client), {}));
    daysPass(60);
    await tick();
    expect(await nameOf(client)).toBe(client.name);
    expect(must(await myDeparture(ctxFor(runtime, client), {})).dueAt).toBeNull();
  });

  test.each([
    ["a guest", async () => guest, understood, "signed-out"],
    [
      "a session that is not fresh",
      async () => ({ ...(await createPerson(runtime)), freshAt: null }),
      understood,
      "step-up",
    ],
    ["somebody who did not tick the box", () => createPerson(runtime), {}, "invalid"],
  ])("is refused to %s", async (_who, viewer, input, code) => {
    expect(await askDeletion(ctxFor(runtime, await viewer()), input)).toMatchObject({ ok: false, code });
  });

  test("is refused to the last admin", async () => {
    await runtime.database.pool.query("update accounts.people set role = 1 where role = 3");
    const admin = await createPerson(runtime, { role: 3 });
    expect(await askDeletion(ctxFor(runtime, admin), understood)).toMatchObject({
      code: "conflict",
      message: expect.stringContaining("at least one admin"),
    });
  });
});

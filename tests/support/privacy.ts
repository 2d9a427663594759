import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll } from "vitest";
import { eventHandlers, portsFor, timerKinds } from "#src/composition/parts.ts";
import { sendMessage } from "#src/modules/chat/index.server.ts";
import { storagePort } from "#src/modules/files/index.server.ts";
import { deliverWork } from "#src/modules/orders/index.server.ts";
import { approve, doAct, handover, place, placing } from "#src/modules/orders/orders.testing.ts";
import { payDemoOrder } from "#src/modules/payments/index.server.ts";
import { makeWriter } from "#src/modules/writing/index.server.ts";
import { inTransaction } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { type Port, systemCtx } from "#src/platform/runtime.ts";
import { runDueTimers } from "#src/platform/timers.ts";
import { done } from "#src/shared/outcome.ts";
import type { Person } from "#src/shared/viewer.ts";
import { createPerson } from "#tests/support/people.ts";
import { createTestRuntime, ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { must } from "./must.ts";

export let runtime: TestRuntime;

/** Opens the runtime of a test file, with all that the product plugs in, and closes it after the file. */
export function openPrivacyRuntime(): void {
  const folder = mkdtempSync(join(tmpdir(), "privacy-"));
  beforeAll(async () => {
    runtime = await createTestRuntime({ eventHandlers, env: { LIMITS_FACTOR: "1000", DATA_DIR: folder } });
    const plugs = new Map(portsFor(runtime).map(([key, value]) => [key.name, value]));
    Object.assign(runtime, { port: <T>(key: Port<T>) => plugs.get(key.name) as T });
  });
  afterAll(async () => {
    await runtime.drop();
    rmSync(folder, { recursive: true });
  });
}

export const understood = { understood: "on" };
const day = 86_400_000;
export const daysPass = (days: number) => runtime.setNow(new Date(runtime.clock().getTime() + days * day));
export const tick = () => runDueTimers(runtime, timerKinds);
export const nameOf = async ({ id }: Person) =>
  (await runtime.database.pool.query("select name from accounts.people where id = $1", [id])).rows[0]?.name;

export const essayFor = async (client: Person, more: object = {}) => {
  const deadline = new Date(runtime.clock().getTime() + 60 * 3_600_000).toISOString();
  return (await place(runtime, client, placing({ ...placing().fields, ...more, deadline }))).orderId;
};
export const actAs = async (who: Person, orderId: string, action: string, more: object = {}) =>
  must(await doAct(runtime, who, orderId, action, more));
const deliverAs = async (writer: Person, orderId: string, text: string) =>
  must(await deliverWork(ctxFor(runtime, writer), { orderId, text, final: true, handover }));

async function newWriter(): Promise<Person> {
  const writer = await createPerson(runtime, { role: 2 });
  must(await inTransaction(systemCtx(runtime, "test"), async (work) => done(await makeWriter(work, writer.id))));
  return writer;
}

let many = 0;
/** A checked file that is attached in the person's chat. */
async function fileOf({ id: owner }: Person, name: string): Promise<void> {
  const id = newId();
  await runtime.port(storagePort).put(id, Readable.from([Buffer.from("bytes of a file")]));
  await runtime.database.pool.query(
    "insert into files.files (id, owner_id, purpose, name, state, size, key, attached_to, created_at) values ($1, $2, 'chat', $3, 'ready', 15, $4, $5, now())",
    [id, owner, name, id, owner],
  );
}

/** A client with one finished order whose words can be searched for, and its writer. */
export async function finished() {
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
export async function tablesWith(words: readonly string[]): Promise<string[]> {
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

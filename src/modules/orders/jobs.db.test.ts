import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createPerson } from "#tests/support/people.ts";
import { storeSetting } from "#tests/support/settings.ts";
import { retentionSetting } from "../../platform/retention.ts";
import { sweepOrders } from "./jobs.ts";
import { doAct, must, pay, place, placing, rowOf } from "./orders.testing.ts";
import { requestFixture } from "./screening/requests.testing.ts";
import { orderHistory } from "./tables.ts";

const { runtime, hold, people, decide, requestRow } = await requestFixture();
const { pool } = runtime.database;
const day = 86_400_000;
const start = runtime.clock();
const after = (days: number) => runtime.setNow(new Date(start.getTime() + days * day));
const fileAt = (id: string, owner: string) =>
  pool.query(
    `insert into files.files (id, owner_id, purpose, name, state, size, key, attached_to, created_at)
     values (gen_random_uuid(), $2::uuid, 'order', 'brief.txt', 'ready', 1, $1::text, $1::text, now())`,
    [id, owner],
  );
const fileState = async (id: string) =>
  (await pool.query("select state from files.files where key = $1", [id])).rows[0]?.state;

test("answered requests go with their files; those that wait stay", async () => {
  const { client, ada } = await people();
  const [refused, waiting] = [await hold(client), await hold(await createPerson(runtime))];
  must(await decide(ada, refused.id, "refuse"));
  await fileAt(refused.id, client.id);
  after(29);
  await sweepOrders.run(runtime);
  expect(await requestRow(refused.id)).toBeDefined();
  after(31);
  await sweepOrders.run(runtime);
  expect([await requestRow(refused.id), await fileState(refused.id)]).toEqual([undefined, "gone"]);
  expect((await requestRow(waiting.id))?.state).toBe("waiting");
});

test("words and files of orders that were never paid go after their time; the row stays, and so do paid orders", async () => {
  runtime.setNow(start);
  await storeSetting(runtime, retentionSetting, { ...retentionSetting.default, unpaidDays: 100 });
  const client = await createPerson(runtime);
  const form = () => placing({ ...placing().fields, instructions: "Words of the brief" });
  const [unpaid, paid, open] = [
    await place(runtime, client, form()),
    await place(runtime, client, form()),
    await place(runtime, client, form()),
  ].map(({ orderId }) => orderId) as [string, string, string];
  await pay(runtime, paid);
  await fileAt(unpaid, client.id);
  for (const id of [unpaid, paid]) must(await doAct(runtime, client, id, "cancel"));
  // As the books say it once the event was handled.
  await pool.query("update orders.orders set payment_status = 'void' where id = $1", [unpaid]);
  after(99);
  await sweepOrders.run(runtime);
  expect((await rowOf(runtime, unpaid)).instructions).toBe("Words of the brief");
  after(101);
  await sweepOrders.run(runtime);
  const { number, status, title, instructions, clientName, priceCents } = await rowOf(runtime, unpaid);
  expect({ number: number.length, status, title, instructions, clientName, priceCents }).toEqual({
    ...{ number: 7, status: "cancelled", title: "Deleted: this order was never paid." },
    ...{ instructions: "Deleted: this order was never paid.", clientName: client.name, priceCents: 12_600 },
  });
  expect(await fileState(unpaid)).toBe("gone");
  const entries = await runtime.db
    .select({ text: orderHistory.text })
    .from(orderHistory)
    .where(eq(orderHistory.orderId, unpaid));
  expect(entries.filter(({ text }) => text !== null)).toEqual([]);
  for (const id of [paid, open]) expect((await rowOf(runtime, id)).instructions).toBe("Words of the brief");
  after(102);
  await sweepOrders.run(runtime);
  const runs = await pool.query(
    "select removed from platform.retention_runs where class = 'orders.unpaid' order by id",
  );
  expect(runs.rows.map(({ removed }) => removed)).toEqual([0, 0, 0, 1, 0]);
});

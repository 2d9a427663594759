import { expect, test } from "vitest";
import { ctxFor } from "#tests/support/runtime.ts";
import { orderFixture } from "../order-fixture.testing.ts";
import { doAct, essayCents, must, orderIn, rowOf } from "../orders.testing.ts";
import { deliverWork } from "./deliver-work.ts";
import { openDelivery } from "./note-opened.ts";

const { runtime } = await orderFixture();

const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
const untilWaiting = async (many: number): Promise<void> => {
  while (((await runtime.database.pool.query(waiting)).rowCount ?? 0) < many) await new Promise(setImmediate);
};

test("a cancellation that was loaded before the client opened the draft does not pay back the whole price", async () => {
  const { orderId, client, writer } = await orderIn(runtime, "in_progress");
  must(await deliverWork(ctxFor(runtime, writer), { orderId, text: "A draft", final: false }));
  const held = await runtime.database.pool.connect();
  await held.query("begin");
  await held.query("select from orders.orders where id = $1 for update", [orderId]);
  const opening = openDelivery(ctxFor(runtime, client), { orderId, number: 1 });
  await untilWaiting(1);
  const cancelling = doAct(runtime, client, orderId, "cancel", { refundSeenCents: essayCents });
  await untilWaiting(2);
  await held.query("commit");
  held.release();
  expect(must(await opening).text).toBe("A draft");
  expect(await cancelling).toMatchObject({ ok: false });
  expect(await rowOf(runtime, orderId)).toMatchObject({ status: "in_progress", refundedCents: 0 });
});

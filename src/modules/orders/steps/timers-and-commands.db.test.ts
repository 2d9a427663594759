import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { timers } from "#src/platform/tables.ts";
import { forThisFile } from "#tests/support/runtime.ts";
import { openOrderRuntime, orderIn, rowOf, tick } from "../orders.testing.ts";
import { loadOrder } from "../storage/order-row.ts";

const runtime = await forThisFile(openOrderRuntime());

const waitingForLocks = async (): Promise<number> =>
  (await runtime.database.pool.query("select 1 from pg_locks where not granted")).rows.length;

test("a timer that waits for its order leaves the row to the command that clears it", async () => {
  const { orderId } = await orderIn(runtime, "assigned");
  runtime.setNow(new Date(runtime.clock().getTime() + 3 * 3_600_000));
  let ticked = Promise.resolve(-1);
  await runtime.db.transaction(async (tx) => {
    await loadOrder(tx, orderId, true);
    ticked = tick(runtime);
    await vi.waitFor(async () => expect(await waitingForLocks()).toBe(1), 60_000);
    await tx.select().from(timers).where(eq(timers.subject, orderId)).for("update", { noWait: true });
    await tx.delete(timers).where(eq(timers.subject, orderId));
  });
  expect(await ticked).toBe(0);
  expect((await rowOf(runtime, orderId)).status).toBe("assigned");
});

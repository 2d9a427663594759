import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { minuteMs } from "#src/shared/units.ts";
import { guest } from "#src/shared/viewer.ts";
import { ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { must, openOrderRuntime, person, place } from "../orders.testing.ts";
import { orders } from "../tables.ts";
import { justPlaced } from "./begun-order.ts";

const start = new Date("2026-03-10T12:00:00Z");
const runtime = await forThisFile(openOrderRuntime({ now: start }));
beforeEach(() => runtime.setNow(start));
const seenBy = async (viewer: Parameters<typeof ctxFor>[1]) => must(await justPlaced(ctxFor(runtime, viewer), {}));

test("the form shows the order that its client placed within the last half hour, and to nobody else", async () => {
  const client = person(1);
  const { orderId } = await place(runtime, client);
  expect(await seenBy(client)).toMatchObject({ id: orderId, title: "On memory", status: "pending" });
  expect(await seenBy(person(1))).toBeNull();
  expect(await seenBy(guest)).toBeNull();
  runtime.setNow(new Date(start.getTime() + 30 * minuteMs));
  expect(await seenBy(client)).toBeNull();
});

test("of several it is the last one, and one that was cancelled or belongs to the demonstration is left out", async () => {
  const client = person(1);
  const { orderId: first } = await place(runtime, client);
  runtime.setNow(new Date(start.getTime() + minuteMs));
  const { orderId: last } = await place(runtime, client);
  expect((await seenBy(client))?.id).toBe(last);
  await runtime.db.update(orders).set({ status: "cancelled" }).where(eq(orders.id, last));
  expect((await seenBy(client))?.id).toBe(first);
  await runtime.db.update(orders).set({ demo: true }).where(eq(orders.id, first));
  expect(await seenBy(client)).toBeNull();
});

import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { outbox } from "#src/platform/tables.ts";
import { ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { must, openOrderRuntime, orderIn, person, place, rowOf } from "../orders.testing.ts";
import { payablePort } from "../ports.ts";
import { orders } from "../tables.ts";
import { adminToday } from "./admin-today.ts";

let payable = false;
const runtime = await forThisFile(openOrderRuntime({ ports: [[payablePort, async () => payable]] }));
const admin = ctxFor(runtime, person(3));
const needs = async () => must(await adminToday(admin, {})).needs.map(({ id, watches }) => ({ id, first: watches[0] }));
const emitted = async (orderId: string) =>
  (await runtime.db.select({ name: outbox.name }).from(outbox).where(eq(outbox.subject, orderId))).map(
    ({ name }) => name,
  );

test("an order that nobody can pay stands above other work, below disputes and late work, and is an event", async () => {
  const { orderId: waiting } = await orderIn(runtime, "confirmed");
  const { orderId: late } = await orderIn(runtime, "confirmed");
  await runtime.db
    .update(orders)
    .set({ deadline: new Date("2026-03-01") })
    .where(eq(orders.id, late));
  const { orderId } = await place(runtime, person());
  expect((await needs()).map(({ id }) => id)).toEqual([late, orderId, waiting]);
  expect((await needs())[1]).toEqual({ id: orderId, first: "to-arrange" });
  const today = must(await adminToday(admin, {}));
  expect(today.counts["to-arrange"]).toBe(1);
  const { priceCents, clientName } = await rowOf(runtime, orderId);
  expect(today.arrange).toEqual({ orders: 1, cents: priceCents, client: clientName });
  const { deadline } = await rowOf(runtime, orderId);
  expect(today.needs[1]?.unpaidEnd, "nearer than 72 hours after it was placed").toEqual(deadline);
  const { orderId: second } = await place(runtime, person());
  const both = (priceCents ?? 0) + ((await rowOf(runtime, second)).priceCents ?? 0);
  expect(must(await adminToday(admin, {})).arrange).toEqual({ orders: 2, cents: both, client: null });
  await runtime.db.delete(orders).where(eq(orders.id, second));
  expect(await emitted(orderId)).toContain("order.unpayable");
  expect((await rowOf(runtime, orderId)).status).toBe("pending");
});

test("a test order, and every order where something takes money, waits for its client alone", async () => {
  payable = true;
  const { orderId } = await place(runtime, person());
  expect(await emitted(orderId)).not.toContain("order.unpayable");
  expect((await needs()).map(({ id }) => id)).not.toContain(orderId);
  const today = must(await adminToday(admin, {}));
  expect([today.counts["to-arrange"], today.arrange]).toEqual([0, null]);
  payable = false;
  await runtime.db.update(orders).set({ test: true }).where(eq(orders.id, orderId));
  expect((await needs()).map(({ id }) => id)).not.toContain(orderId);
});

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#src/platform/ids.ts";
import { guest, type Viewer } from "#src/shared/viewer.ts";
import { ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { openDelivery } from "./commands/note-opened.ts";
import { orderFilePolicies } from "./file-policies.ts";
import { type Cast, must, newWriter, openOrderRuntime, orderIn, person } from "./orders.testing.ts";
import { deliveries } from "./tables.ts";

let runtime: TestRuntime;
let cast: Cast;
beforeAll(async () => {
  runtime = await openOrderRuntime({ now: new Date("2026-03-10T12:00:00Z") });
  cast = await orderIn(runtime, "delivered");
});
afterAll(() => runtime.drop());

const asks = (purpose: "order" | "delivery", viewer: Viewer, subject: string) => {
  const policy = orderFilePolicies.find((one) => one.purpose === purpose);
  return policy?.maySee(ctxFor(runtime, viewer), subject, { id: newId(), ownerId: newId() });
};

test("files of an order: its client, its writer, the admins; nobody else, and no other order", async () => {
  const { client, writer, admin, orderId } = cast;
  const others: Viewer[] = [
    ...[person(), await newWriter(runtime), person(3, { capabilities: ["chat", "money"] }), guest],
    { ...writer, role: 1, waitingRole: 2 },
    { ...writer, role: 1 },
  ];
  for (const viewer of [client, writer, admin]) expect(await asks("order", viewer, orderId)).toBe(true);
  for (const viewer of others) expect(await asks("order", viewer, orderId)).toBe(false);
  for (const subject of [newId(), "", "../x", "' or true --"])
    for (const viewer of [client, writer, admin]) expect(await asks("order", viewer, subject)).toBe(false);
});

test("files of a delivery: the client once it was opened, the writer and the admins at once", async () => {
  const { client, writer, admin, orderId } = cast;
  const [delivery] = await runtime.db.select().from(deliveries).where(eq(deliveries.orderId, orderId));
  const id = delivery?.id ?? "";
  expect(await asks("delivery", client, id)).toBe(false);
  for (const viewer of [writer, admin]) expect(await asks("delivery", viewer, id)).toBe(true);
  must(await openDelivery(ctxFor(runtime, client), { orderId, number: 1 }));
  expect(await asks("delivery", client, id)).toBe(true);
  for (const viewer of [person(), await newWriter(runtime), { ...writer, role: 1 as const }, guest])
    expect(await asks("delivery", viewer, id)).toBe(false);
  for (const subject of [newId(), orderId, "x"]) expect(await asks("delivery", client, subject)).toBe(false);
});

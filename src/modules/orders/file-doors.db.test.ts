import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#src/platform/ids.ts";
import { guest, type Viewer } from "#src/shared/viewer.ts";
import { ctxFor, type TestHouse } from "#tests/support/house.ts";
import { openDelivery } from "./commands/note-opened.ts";
import { orderFileDoors } from "./file-doors.ts";
import { type Cast, must, newWriter, openOrderHouse, orderIn, person } from "./orders.testing.ts";
import { deliveries } from "./tables.ts";

let house: TestHouse;
let cast: Cast;
beforeAll(async () => {
  house = await openOrderHouse({ now: new Date("2026-03-10T12:00:00Z") });
  cast = await orderIn(house, "delivered");
});
afterAll(() => house.drop());

const asks = (place: "order" | "delivery", viewer: Viewer, subject: string) => {
  const door = orderFileDoors.find((one) => one.place === place);
  return door?.maySee(ctxFor(house, viewer), subject, { id: newId(), ownerId: newId() });
};

test("files of an order: its client, its writer, the office; nobody else, and no other order", async () => {
  const { client, writer, admin, orderId } = cast;
  const others: Viewer[] = [person(), await newWriter(house), person(3, { capabilities: ["chat", "money"] }), guest];
  for (const viewer of [client, writer, admin]) expect(await asks("order", viewer, orderId)).toBe(true);
  for (const viewer of others) expect(await asks("order", viewer, orderId)).toBe(false);
  for (const subject of [newId(), "", "../x", "' or true --"])
    for (const viewer of [client, writer, admin]) expect(await asks("order", viewer, subject)).toBe(false);
});

test("files of a delivery: the client once it was opened, the writer and the office at once", async () => {
  const { client, writer, admin, orderId } = cast;
  const [delivery] = await house.db.select().from(deliveries).where(eq(deliveries.orderId, orderId));
  const id = delivery?.id ?? "";
  expect(await asks("delivery", client, id)).toBe(false);
  for (const viewer of [writer, admin]) expect(await asks("delivery", viewer, id)).toBe(true);
  must(await openDelivery(ctxFor(house, client), { orderId, number: 1 }));
  expect(await asks("delivery", client, id)).toBe(true);
  for (const viewer of [person(), await newWriter(house), guest])
    expect(await asks("delivery", viewer, id)).toBe(false);
  for (const subject of [newId(), orderId, "x"]) expect(await asks("delivery", client, subject)).toBe(false);
});

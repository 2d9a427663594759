import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#src/platform/ids.ts";
import { guest, type Viewer } from "#src/shared/viewer.ts";
import { ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { openDelivery } from "../commands/note-opened.ts";
import { type Cast, must, newWriter, openOrderRuntime, orderIn, person } from "../orders.testing.ts";
import { ownsOrder, workText } from "./history.ts";

let runtime: TestRuntime;
let cast: Cast;
beforeAll(async () => {
  runtime = await openOrderRuntime({ now: new Date("2026-03-10T12:00:00Z") });
  cast = await orderIn(runtime, "delivered");
});
afterAll(() => runtime.drop());

test("the text of a version to look at: for its writer and admins; never for its client, opened or not", async () => {
  const { client, writer, admin, orderId } = cast;
  const asks = (viewer: Viewer, number = "1", id = orderId) =>
    workText(ctxFor(runtime, viewer), { orderId: id, number });
  for (const viewer of [writer, admin]) expect(await asks(viewer)).toMatchObject({ ok: true, value: { number: 1 } });
  expect(await asks(client)).toMatchObject({ code: "not-found" });
  must(await openDelivery(ctxFor(runtime, client), { orderId, number: 1 }));
  const others: Viewer[] = [client, person(), await newWriter(runtime), person(3, { capabilities: ["chat", "money"] })];
  for (const viewer of [...others, { ...writer, role: 1 as const }])
    expect(await asks(viewer)).toMatchObject({ code: "not-found" });
  expect(await asks(guest)).toMatchObject({ code: "signed-out" });
  expect(await asks(writer, "2")).toMatchObject({ code: "not-found" });
  expect(await asks(admin, "1", newId())).toMatchObject({ code: "not-found" });
});

test("an order is its client's own, and nobody else's", async () => {
  const { client, writer, admin, orderId } = cast;
  const owns = (clientId: string, id = orderId) => ownsOrder(runtime.db, { orderId: id, clientId });
  expect(await owns(client.id)).toBe(true);
  for (const other of [writer, admin]) expect(await owns(other.id)).toBe(false);
  expect(await owns(client.id, newId())).toBe(false);
});

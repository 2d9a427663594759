import { expect, test } from "vitest";
import { inTransaction } from "#src/platform/command.ts";
import { systemCtx } from "#src/platform/house.ts";
import type { Work } from "#src/platform/work.ts";
import { done } from "#src/shared/outcome.ts";
import { ctxFor } from "#tests/support/house.ts";
import { deliverWork } from "./commands/deliver-work.ts";
import { noteOrderOpened, openDelivery } from "./commands/note-opened.ts";
import { orderWorld } from "./order-world.testing.ts";
import { doAct, must, orderIn, rowOf } from "./orders.testing.ts";
import { orderData } from "./personal-data.ts";
import { saveOrder } from "./save-order.ts";

const { house } = await orderWorld();
const write = (step: (work: Work) => Promise<unknown>) =>
  inTransaction(systemCtx(house, "test"), async (work) => done(await step(work)));

test("an order that was loaded before another write is not written", async () => {
  const { orderId } = await orderIn(house, "confirmed");
  const loaded = await rowOf(house, orderId);
  expect(must(await write((work) => saveOrder(work, loaded, { title: "First" })))).toMatchObject({ title: "First" });
  expect(must(await write((work) => saveOrder(work, loaded, { title: "Second" }, { quiet: true })))).toBeNull();
  expect(await rowOf(house, orderId)).toMatchObject({ title: "First", version: loaded.version + 1 });
});

test("every write raises the version; only what people must have seen raises the version of the steps", async () => {
  const { orderId, client, writer } = await orderIn(house, "in_progress");
  const raised = async (step: () => Promise<unknown>): Promise<[version: number, steps: number]> => {
    const before = await rowOf(house, orderId);
    await step();
    const after = await rowOf(house, orderId);
    return [after.version - before.version, after.stepVersion - before.stepVersion];
  };
  const deliver = (final: boolean) => deliverWork(ctxFor(house, writer), { orderId, text: "The work.", final });
  expect(await raised(async () => must(await deliver(false)))).toEqual([1, 1]);
  expect(await raised(() => openDelivery(ctxFor(house, client), { orderId, number: 1 }))).toEqual([1, 0]);
  expect(await raised(() => openDelivery(ctxFor(house, client), { orderId, number: 1 }))).toEqual([0, 0]);
  expect(await raised(async () => must(await deliver(true)))).toEqual([1, 1]);
  expect(await raised(() => noteOrderOpened(ctxFor(house, client), { orderId }))).toEqual([1, 0]);
  expect(await raised(() => write((work) => orderData.forget(work, client)))).toEqual([1, 0]);
});

test("a writer hands over from the page that was open while the client read the draft", async () => {
  const { orderId, client, writer } = await orderIn(house, "in_progress");
  must(await deliverWork(ctxFor(house, writer), { orderId, text: "A draft", final: false }));
  const { stepVersion: seenVersion } = await rowOf(house, orderId);
  must(await openDelivery(ctxFor(house, client), { orderId, number: 1 }));
  must(await deliverWork(ctxFor(house, writer), { orderId, seenVersion, text: "The work.", final: true }));
  expect(await doAct(house, writer, orderId, "open-dispute", { seenVersion, reason: "-" })).toMatchObject({
    code: "conflict",
  });
});

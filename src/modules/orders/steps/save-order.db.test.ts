import { expect, test } from "vitest";
import { inTransaction } from "#src/platform/command.ts";
import { systemCtx } from "#src/platform/runtime.ts";
import type { Work } from "#src/platform/work.ts";
import { done } from "#src/shared/outcome.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { deliverWork } from "../commands/deliver-work.ts";
import { noteOrderOpened, openDelivery } from "../commands/note-opened.ts";
import { orderFixture } from "../order-fixture.testing.ts";
import { doAct, finished, handover, must, orderIn, rowOf } from "../orders.testing.ts";
import { orderData } from "../personal-data.ts";
import { saveOrder } from "./save-order.ts";

const { runtime } = await orderFixture();
const write = (step: (work: Work) => Promise<unknown>) =>
  inTransaction(systemCtx(runtime, "test"), async (work) => done(await step(work)));

test("an order that was loaded before another write is not written", async () => {
  const { orderId } = await orderIn(runtime, "confirmed");
  const loaded = await rowOf(runtime, orderId);
  expect(must(await write((work) => saveOrder(work, loaded, { title: "First" })))).toMatchObject({ title: "First" });
  expect(must(await write((work) => saveOrder(work, loaded, { title: "Second" }, { quiet: true })))).toBeNull();
  expect(await rowOf(runtime, orderId)).toMatchObject({ title: "First", version: loaded.version + 1 });
});

test("every write raises the version; only what people must have seen raises the version of the steps", async () => {
  const { orderId, client, writer } = await orderIn(runtime, "in_progress");
  const raised = async (step: () => Promise<unknown>): Promise<[version: number, steps: number]> => {
    const before = await rowOf(runtime, orderId);
    await step();
    const after = await rowOf(runtime, orderId);
    return [after.version - before.version, after.stepVersion - before.stepVersion];
  };
  const deliver = (final: boolean) =>
    deliverWork(ctxFor(runtime, writer), { orderId, text: "The work.", final, handover });
  expect(await raised(async () => must(await deliver(false)))).toEqual([1, 1]);
  expect(await raised(() => openDelivery(ctxFor(runtime, client), { orderId, number: 1 }))).toEqual([1, 0]);
  expect(await raised(() => openDelivery(ctxFor(runtime, client), { orderId, number: 1 }))).toEqual([0, 0]);
  expect(await raised(async () => must(await deliver(true)))).toEqual([1, 1]);
  expect(await raised(() => noteOrderOpened(ctxFor(runtime, client), { orderId }))).toEqual([1, 0]);
  expect(await raised(() => write((work) => orderData.forget(work, client)))).toEqual([1, 0]);
});

test("a writer hands over from the page that was open while the client read the draft", async () => {
  const { orderId, client, writer } = await orderIn(runtime, "in_progress");
  must(await deliverWork(ctxFor(runtime, writer), { orderId, text: "A draft", final: false }));
  const { stepVersion: seenVersion } = await rowOf(runtime, orderId);
  must(await openDelivery(ctxFor(runtime, client), { orderId, number: 1 }));
  must(await deliverWork(ctxFor(runtime, writer), { orderId, seenVersion, ...finished }));
  expect(await doAct(runtime, writer, orderId, "open-dispute", { seenVersion, reason: "-" })).toMatchObject({
    code: "conflict",
  });
});

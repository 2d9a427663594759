import { expect, test } from "vitest";
import { confirmRefundSent, retryRefund, returnReviewed } from "#src/modules/payments/index.server.ts";
import { newId } from "#src/platform/ids.ts";
import { ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { doAct, essayCents, must, openOrderRuntime, orderIn, person, placing, rowOf } from "../orders.testing.ts";
import { placeOrder } from "./place-order.ts";

const runtime = await forThisFile(openOrderRuntime());

const stale = { freshAt: null };

test("an admin gives money back by a fresh sign-in only; nothing happened before", async () => {
  const { orderId, admin, client } = await orderIn(runtime, "in_progress");
  const cancel = { cause: "operator", reason: "We cannot do this.", refundSeenCents: essayCents };
  const before = await rowOf(runtime, orderId);
  const old = { ...admin, ...stale };
  expect(await doAct(runtime, old, orderId, "cancel", cancel)).toMatchObject({ ok: false, code: "step-up" });
  expect(await rowOf(runtime, orderId)).toEqual(before);
  expect(must(await doAct(runtime, admin, orderId, "cancel", cancel))).toMatchObject({ money: { kind: "refund" } });
  const second = await orderIn(runtime, "confirmed");
  const own = { ...second.client, ...stale };
  expect((await doAct(runtime, own, second.orderId, "cancel", { reason: "I changed my mind." })).ok).toBe(true);
  expect(client.id).not.toBe(second.client.id);
});

test("steps of the admins that move no money need none", async () => {
  const { orderId, admin, writer } = await orderIn(runtime, "confirmed");
  const assigned = await doAct(runtime, { ...admin, ...stale }, orderId, "assign", { writerId: writer.id });
  expect(assigned.ok).toBe(true);
});

test("refunds by hand ask for it, after the right to do it", async () => {
  const admin = ctxFor(runtime, person(3, stale));
  const client = ctxFor(runtime, person(1, stale));
  for (const act of [confirmRefundSent, retryRefund]) {
    expect(await act(admin, { refundId: newId() })).toMatchObject({ code: "step-up" });
    expect(await act(client, { refundId: newId() })).toMatchObject({ code: "not-found" });
  }
  expect(await returnReviewed(admin, { settlementId: newId() })).toMatchObject({ code: "step-up" });
});

test.each([2, 3] as const)(
  "role %i that waits for its second factor places no order as a client",
  async (waitingRole) => {
    const refused = await placeOrder(ctxFor(runtime, person(1, { waitingRole })), placing());
    expect(refused).toMatchObject({ ok: false, code: "forbidden", message: expect.stringContaining("second factor") });
  },
);

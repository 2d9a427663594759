import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { confirmRefundSent, retryRefund, returnReviewed } from "#src/modules/payments/index.server.ts";
import { command } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { defineSetting, readSetting, saveSetting } from "#src/platform/settings.ts";
import { ctxFor, type TestHouse } from "#tests/support/house.ts";
import { doAct, essayCents, must, openOrderHouse, orderIn, person, placing, rowOf } from "../orders.testing.ts";
import { placeOrder } from "./place-order.ts";

let house: TestHouse;
beforeAll(async () => {
  house = await openOrderHouse();
});
afterAll(() => house.drop());

const stale = { freshAt: null };

test("the office gives money back by a fresh sign-in only; nothing happened before", async () => {
  const { orderId, admin, client } = await orderIn(house, "in_progress");
  const cancel = { cause: "house", reason: "We cannot do this.", refundSeenCents: essayCents };
  const before = await rowOf(house, orderId);
  const old = { ...admin, ...stale };
  expect(await doAct(house, old, orderId, "cancel", cancel)).toMatchObject({ ok: false, code: "step-up" });
  expect(await rowOf(house, orderId)).toEqual(before);
  expect(must(await doAct(house, admin, orderId, "cancel", cancel))).toMatchObject({ money: { kind: "refund" } });
  const second = await orderIn(house, "confirmed");
  const own = { ...second.client, ...stale };
  expect((await doAct(house, own, second.orderId, "cancel", { reason: "I changed my mind." })).ok).toBe(true);
  expect(client.id).not.toBe(second.client.id);
});

test("steps of the office that move no money need none", async () => {
  const { orderId, admin, writer } = await orderIn(house, "confirmed");
  const assigned = await doAct(house, { ...admin, ...stale }, orderId, "assign", { writerId: writer.id });
  expect(assigned.ok).toBe(true);
});

test("refunds by hand and saved settings ask for it, after the right to do it", async () => {
  const admin = ctxFor(house, person(3, stale));
  const client = ctxFor(house, person(1, stale));
  for (const act of [confirmRefundSent, retryRefund]) {
    expect(await act(admin, { refundId: newId() })).toMatchObject({ code: "step-up" });
    expect(await act(client, { refundId: newId() })).toMatchObject({ code: "not-found" });
  }
  expect(await returnReviewed(admin, { settlementId: newId() })).toMatchObject({ code: "step-up" });
  const colour = defineSetting({ key: "fresh-colour", meaning: "test", schema: z.string(), default: "blue" });
  const save = command("test.save", { input: z.object({}), run: (work) => saveSetting(work, colour, "green") });
  expect(await save(admin, {})).toMatchObject({ code: "step-up" });
  expect(await readSetting(house.db, colour)).toMatchObject({ value: "blue" });
  expect((await save(ctxFor(house, person(3)), {})).ok).toBe(true);
});

test.each([2, 3] as const)(
  "role %i that waits for its second factor places no order as a client",
  async (waitingRole) => {
    const refused = await placeOrder(ctxFor(house, person(1, { waitingRole })), placing());
    expect(refused).toMatchObject({ ok: false, code: "forbidden", message: expect.stringContaining("second factor") });
  },
);

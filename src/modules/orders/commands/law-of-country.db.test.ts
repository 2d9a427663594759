import { expect, test } from "vitest";
import { lawSetting } from "#src/modules/pricing/index.server.ts";
import { createPerson } from "#tests/support/people.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { storeSetting } from "#tests/support/settings.ts";
import { orderFixture } from "../order-fixture.testing.ts";
import { essay, must, person, place, placing, rowOf } from "../orders.testing.ts";
import { decideRequest } from "../screening/decide-request.ts";
import { placeOrder } from "./place-order.ts";

const { runtime } = await orderFixture();
const { GB, AU } = lawSetting.default;
const choose = (choice: "open" | "sell" | "tutoring" | "off") =>
  storeSetting(runtime, lawSetting, { GB: { ...GB, services: { ...GB.services, "non-technical": choice } }, AU });
const british = (more: Record<string, unknown> = {}) => placing({ ...essay, country: "GB" }, more);
const refusedBy = async (order: object) => {
  const answer = await placeOrder(ctxFor(runtime, person()), order);
  return answer.ok ? "placed" : answer.fields?.map(({ path, message }) => `${path}: ${message}`);
};
const notOffered = ["country: We do not offer this service in the United Kingdom."];

test("written work is not sold where the operator has not chosen yet, or chose off", async () => {
  expect(await refusedBy(british())).toEqual(notOffered);
  expect(await refusedBy(british({ tutoringSeen: true }))).toEqual(notOffered);
  await choose("off");
  expect(await refusedBy(british())).toEqual(notOffered);
  expect(await refusedBy(placing({ ...essay, country: "AU" }))).toEqual([
    "country: We do not offer this service in Australia.",
  ]);
  expect(await refusedBy(placing({ ...essay, country: "IE" }))).toBe("placed");
});

test("tutoring is ordered by those who read that it is tutoring, and stays on the order", async () => {
  await choose("tutoring");
  expect(await refusedBy(british())).toEqual([
    "country: In the United Kingdom we offer this as tutoring only. Read the note below the country, then send the form again.",
  ]);
  const { orderId } = await place(runtime, person(), british({ tutoringSeen: true }));
  expect(await rowOf(runtime, orderId)).toMatchObject({ country: "GB", tutoring: true });
  const other = await place(runtime, person(), placing(essay, { tutoringSeen: true }));
  expect(await rowOf(runtime, other.orderId)).toMatchObject({ country: "DE", tutoring: false });
});

test("what a person reads first keeps that it is tutoring", async () => {
  await choose("tutoring");
  const text = "My exam is proctored. Which topics matter?";
  const held = placing({ ...essay, country: "GB", instructions: text }, { tutoringSeen: true });
  const client = await createPerson(runtime);
  const requestId = must(await placeOrder(ctxFor(runtime, client), held)).orderId;
  const decided = await decideRequest(ctxFor(runtime, person(3)), { requestId, verdict: "accept" });
  expect(decided).toMatchObject({ ok: true, value: { placed: true } });
  expect(await rowOf(runtime, requestId)).toMatchObject({ tutoring: true });
});

test("what waits for a person is not accepted when the operator has chosen otherwise meanwhile", async () => {
  await choose("sell");
  const text = "My exam is proctored. Which topics matter?";
  const held = placing({ ...essay, country: "GB", instructions: text });
  const requestId = must(await placeOrder(ctxFor(runtime, await createPerson(runtime)), held)).orderId;
  const accept = () => decideRequest(ctxFor(runtime, person(3)), { requestId, verdict: "accept" });
  await choose("off");
  expect(await accept()).toMatchObject({
    ...{ ok: false, code: "conflict" },
    message: "The request cannot be accepted now. We do not offer this service in the United Kingdom.",
  });
  await choose("tutoring");
  expect(await accept()).toMatchObject({
    ...{ ok: false, code: "conflict" },
    message: expect.stringContaining("as tutoring only now, and the client has not read that."),
  });
  await choose("sell");
  expect(await accept()).toMatchObject({ ok: true, value: { placed: true } });
});

test("sold as usual, the order is an order like every other", async () => {
  await choose("sell");
  const { orderId } = await place(runtime, person(), british());
  expect(await rowOf(runtime, orderId)).toMatchObject({ country: "GB", tutoring: false });
});

import { expect, test } from "vitest";
import { ctxFor } from "#tests/support/runtime.ts";
import { orderFixture } from "../order-fixture.testing.ts";
import { custom, doAct, must, person, place, placing } from "../orders.testing.ts";
import { openOfClients } from "./orders-of-clients.ts";

const { runtime } = await orderFixture();

test("open orders of each client, and why they wait for a person", async () => {
  const [ann, bob, none] = [person(), person(), person()];
  await place(runtime, ann, placing());
  await place(runtime, ann, placing(custom));
  const ended = await place(runtime, ann, placing());
  must(await doAct(runtime, ann, ended.orderId, "cancel"));
  await place(runtime, bob, placing());
  const clientIds = [ann, bob, none].map(({ id }) => id);
  const asked = (viewer: ReturnType<typeof person>) => openOfClients(ctxFor(runtime, viewer), { clientIds });
  const found = must(await asked(person(3)));
  expect(found.get(ann.id)).toMatchObject({ open: 2, "needs-quote": 1, late: 0, disputed: 0, transfer: 0 });
  expect(found.get(bob.id)).toMatchObject({ open: 1, "needs-quote": 0 });
  expect(found.has(none.id)).toBe(false);
  for (const viewer of [ann, person(2), person(3, { capabilities: ["people", "money", "chat"] })])
    expect(await asked(viewer)).toMatchObject({ code: "not-found" });
});

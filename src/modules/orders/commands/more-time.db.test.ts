import { expect, test } from "vitest";
import { runDueTimers } from "#src/platform/timers.ts";
import { hourMs } from "#src/shared/units.ts";
import { createPerson } from "#tests/support/people.ts";
import { orderTimers } from "../index.server.ts";
import { orderFixture } from "../order-fixture.testing.ts";
import { doAct, must, newWriter, pay, place, placing, rowOf } from "../orders.testing.ts";

const { runtime, later } = await orderFixture();
const admin = await createPerson(runtime, { role: 3 });

/** An order at work, and a deadline a day after its own. */
async function atWork() {
  const client = await createPerson(runtime);
  const writer = await newWriter(runtime);
  const { orderId } = await place(runtime, client, placing());
  await pay(runtime, orderId);
  must(await doAct(runtime, admin, orderId, "assign", { writerId: writer.id }));
  must(await doAct(runtime, writer, orderId, "accept"));
  const before = await rowOf(runtime, orderId);
  const due = before.deadline as Date;
  const deadline = new Date(due.getTime() + 24 * hourMs);
  const ask = (more: object = {}) =>
    doAct(runtime, admin, orderId, "ask-time", { deadline, reason: "A book comes on Friday.", ...more });
  return { client, writer, orderId, before, due, deadline, ask, row: () => rowOf(runtime, orderId) };
}

test("the client agrees: the deadline moves, the writer's with it, and the price stays", async () => {
  const { client, orderId, before, deadline, ask, row } = await atWork();
  must(await ask());
  expect(await row()).toMatchObject({ deadline: before.deadline, moreTime: { deadline: deadline.toISOString() } });
  expect(await ask()).toMatchObject({ code: "conflict" });
  must(await doAct(runtime, client, orderId, "agree-time"));
  const after = await row();
  expect(after).toMatchObject({ deadline, moreTime: null, priceCents: before.priceCents, status: "in_progress" });
  const [was, is] = [before.writerDeadline as Date, after.writerDeadline as Date];
  expect(is > was && is < deadline).toBe(true);
  expect(await doAct(runtime, client, orderId, "agree-time")).toMatchObject({ code: "conflict" });
});

test("refused, withdrawn or not answered in a day: nothing changes", async () => {
  const { client, orderId, due, ask, row } = await atWork();
  must(await ask());
  must(await doAct(runtime, client, orderId, "refuse-time"));
  must(await ask());
  must(await doAct(runtime, admin, orderId, "withdraw-time"));
  must(await ask());
  later(23);
  await runDueTimers(runtime, orderTimers);
  expect((await row()).moreTime).not.toBeNull();
  later(25);
  await runDueTimers(runtime, orderTimers);
  expect(await row()).toMatchObject({ deadline: due, moreTime: null, status: "in_progress" });
});

test("an earlier time, no reason, and the other sides are refused", async () => {
  const { client, writer, orderId, due, deadline, ask } = await atWork();
  expect(await ask({ deadline: due })).toMatchObject({ fields: [{ path: "deadline" }] });
  expect(await ask({ reason: " " })).toMatchObject({ fields: [{ path: "reason" }] });
  for (const who of [client, writer])
    expect(await doAct(runtime, who, orderId, "ask-time", { deadline, reason: "x" })).toMatchObject({
      code: "forbidden",
    });
  must(await ask());
  for (const who of [writer, admin])
    expect(await doAct(runtime, who, orderId, "agree-time")).toMatchObject({ ok: false });
});

test("an order that moves on is no longer asked about", async () => {
  const { client, orderId, ask, row } = await atWork();
  must(await ask());
  must(await doAct(runtime, admin, orderId, "hold", { question: "Which edition?" }));
  expect((await row()).moreTime).toBeNull();
  expect(await doAct(runtime, client, orderId, "agree-time")).toMatchObject({ code: "conflict" });
});

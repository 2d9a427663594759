import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { blockPerson, changeRole } from "#src/modules/accounts/index.server.ts";
import { makeWriter } from "#src/modules/writing/index.server.ts";
import { inTransaction } from "#src/platform/command.ts";
import type { EventHandler } from "#src/platform/events.ts";
import { systemCtx } from "#src/platform/runtime.ts";
import { done } from "#src/shared/outcome.ts";
import type { Person } from "#src/shared/viewer.ts";
import { createPerson } from "#tests/support/people.ts";
import { ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { storeSetting } from "#tests/support/settings.ts";
import { claimOrder } from "./commands/claim-order.ts";
import { deliverWork } from "./commands/deliver-work.ts";
import { lifeSettings } from "./domain/order-rules.ts";
import { orderEventHandlers } from "./event-handlers.ts";
import { doAct, finished, must, openOrderRuntime, orderIn, person, rowOf } from "./orders.testing.ts";
import { adminToday } from "./queries/admin-today.ts";
import { lifeSetting } from "./settings.ts";
import { deliveries, orderHistory } from "./tables.ts";

const start = new Date("2026-03-10T12:00:00Z");
let runtime: TestRuntime;
let events: [string, string][] = [];
/** How often freeing ends in a crash before its transaction commits. */
let crashes = 0;

const crashing = (handler: EventHandler): EventHandler => ({
  ...handler,
  run: async (work, event) => {
    await handler.run(work, event);
    if (handler.name === "orders.writer-gone" && crashes-- > 0) throw new Error("The process died.");
  },
});
const hearing = (on: string): EventHandler => ({
  on,
  name: "test.heard",
  run: async (_, { subject }) => void events.push([on, subject]),
});

beforeAll(async () => {
  const eventHandlers = [
    ...orderEventHandlers.map(crashing),
    hearing("order.writer-gone"),
    hearing("order.reassigned"),
  ];
  runtime = await openOrderRuntime({ now: start, eventHandlers });
  await storeSetting(runtime, lifeSetting, { ...lifeSettings, writersMayClaim: true });
});
beforeEach(() => {
  runtime.setNow(start);
  events = [];
  crashes = 0;
});
afterAll(() => runtime.drop());

const working = async (): Promise<Person> => {
  const writer = await createPerson(runtime, { role: 2 });
  must(await inTransaction(systemCtx(runtime, "test"), async (work) => done(await makeWriter(work, writer.id))));
  return writer;
};
const owner = () => createPerson(runtime, { role: 3 });
const endRole = async ({ id, role }: Person) => {
  const asked = { personId: id, role: 1, reason: "Stopped.", seen: `${role}:` };
  must(await changeRole(ctxFor(runtime, await owner()), asked));
};
const given = async (writer: Person, until: "assigned" | "in_progress" | "on_hold" | "delivered") => {
  const { orderId, admin, client } = await orderIn(runtime, "confirmed");
  must(await doAct(runtime, admin, orderId, "assign", { writerId: writer.id }));
  if (until !== "assigned") must(await doAct(runtime, writer, orderId, "accept"));
  if (until === "on_hold") must(await doAct(runtime, writer, orderId, "hold", { question: "Which edition?" }));
  if (until === "delivered") must(await deliverWork(ctxFor(runtime, writer), { orderId, ...finished }));
  return { orderId, client };
};
const free = { status: "confirmed", writerId: null, writerName: null, writerShare: null, writerDeadline: null };
const times = (name: string, orderId: string) => events.filter(([on, id]) => on === name && id === orderId).length;

describe("somebody writes no more", () => {
  test("open work is free for another writer, delivered work stays, client and admins are notified", async () => {
    const [gone, stays] = [await working(), await working()];
    const open = [await given(gone, "assigned"), await given(gone, "in_progress"), await given(gone, "on_hold")];
    const handed = await given(stays, "delivered");
    await endRole(gone);
    for (const { orderId } of open) {
      expect(await rowOf(runtime, orderId)).toMatchObject(free);
      expect([times("order.writer-gone", orderId), times("order.reassigned", orderId)]).toEqual([1, 1]);
    }
    const queue = must(await adminToday(ctxFor(runtime, person(3)), { watch: "no-writer" }));
    expect(queue.needs.map(({ id }) => id)).toEqual(expect.arrayContaining(open.map(({ orderId }) => orderId)));
    await endRole(stays);
    expect(await rowOf(runtime, handed.orderId)).toMatchObject({ status: "delivered", writerId: stays.id });
    must(await doAct(runtime, handed.client, handed.orderId, "request-revision", { points: "Name the year." }));
    expect(await rowOf(runtime, handed.orderId)).toMatchObject(free);
  });

  test("a closed account gives its work free too, and is offered none", async () => {
    const gone = await working();
    const { orderId } = await given(gone, "in_progress");
    must(await blockPerson(ctxFor(runtime, await owner()), { personId: gone.id, reason: "A stolen card." }));
    expect(await rowOf(runtime, orderId)).toMatchObject(free);
    const offered = await doAct(runtime, person(3), orderId, "assign", { writerId: gone.id });
    expect(offered).toMatchObject({ ok: false });
    expect(await rowOf(runtime, orderId)).toMatchObject(free);
  });

  test("a crash before the end leaves nothing half done, and the next try does it once", async () => {
    const gone = await working();
    const open = [await given(gone, "in_progress"), await given(gone, "on_hold")];
    crashes = 1;
    await endRole(gone);
    for (const { orderId } of open) expect(await rowOf(runtime, orderId)).toMatchObject({ writerId: gone.id });
    expect(events).toEqual([]);
    for (const minutes of [1, 2]) {
      runtime.setNow(new Date(start.getTime() + minutes * 60_000));
      await runtime.dispatchEvents();
    }
    for (const { orderId } of open) {
      expect(await rowOf(runtime, orderId)).toMatchObject(free);
      expect([times("order.writer-gone", orderId), times("order.reassigned", orderId)]).toEqual([1, 1]);
      const steps = and(eq(orderHistory.orderId, orderId), eq(orderHistory.action, "reassign"));
      expect(await runtime.db.$count(orderHistory, steps)).toBe(1);
    }
  });

  test("a delivery at the same moment is there whole, or not at all", async () => {
    for (let round = 0; round < 4; round += 1) {
      const gone = await working();
      const { orderId } = await given(gone, "in_progress");
      const [delivered] = await Promise.all([
        deliverWork(ctxFor(runtime, gone), { orderId, ...finished }),
        endRole(gone),
      ]);
      const versions = await runtime.db.$count(deliveries, eq(deliveries.orderId, orderId));
      expect(versions).toBe(delivered.ok ? 1 : 0);
      const row = await rowOf(runtime, orderId);
      expect(row).toMatchObject(delivered.ok ? { status: "delivered", writerId: gone.id } : free);
    }
  });

  test("a claim at the same moment leaves no order with somebody who is gone", async () => {
    for (let round = 0; round < 4; round += 1) {
      const gone = await working();
      const { orderId } = await orderIn(runtime, "confirmed");
      await Promise.all([claimOrder(ctxFor(runtime, gone), { orderId }), endRole(gone)]);
      expect(await rowOf(runtime, orderId)).toMatchObject(free);
    }
  });
});

import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { timers } from "#src/platform/tables.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { orderFixture } from "../order-fixture.testing.ts";
import { doAct, eventsOf, must, orderIn, rowOf, tick } from "../orders.testing.ts";
import { clientDashboard } from "../queries/client-dashboard.ts";
import { orderForClient } from "../queries/order-for-client.ts";

const second = 1 / 3_600;
const { runtime, start, later } = await orderFixture();

const timerOf = (orderId: string) =>
  runtime.db
    .select()
    .from(timers)
    .where(and(eq(timers.subject, orderId), eq(timers.kind, "order.approval-end")));

async function approved() {
  const cast = await orderIn(runtime, "delivered");
  must(await doAct(runtime, cast.client, cast.orderId, "approve"));
  return cast;
}

describe("an approval can be undone for a minute", () => {
  test("until then the order is delivered, and nothing is finished, notified or released", async () => {
    const { orderId, client } = await approved();
    later(59 * second);
    await tick(runtime);
    expect(await rowOf(runtime, orderId)).toMatchObject({
      status: "delivered",
      paymentStatus: "paid",
      approvedAt: start,
      completedAt: null,
      releasedAt: null,
    });
    expect((await eventsOf(runtime, orderId)).slice(-2)).toEqual(["order.delivered", "order.approved"]);
    expect(await timerOf(orderId)).toMatchObject([{ due: new Date(start.getTime() + 60_000) }]);
    const shown = must(await orderForClient(ctxFor(runtime, client), { orderId }));
    expect(shown.shown.text).toBe("Approved");
    expect(shown.actions.map(({ action }) => action)).toEqual(["undo-approval", "open-dispute"]);
    const { counts } = must(await clientDashboard(ctxFor(runtime, client), {}));
    expect(counts).toMatchObject({ turn: 0, active: 1, finished: 0 });
  });

  test("then it finishes the order, with the time for changes from the approval on", async () => {
    const { orderId, client } = await approved();
    later(60 * second);
    await Promise.all([tick(runtime), tick(runtime)]);
    expect(await rowOf(runtime, orderId)).toMatchObject({ status: "completed", completedAt: start });
    expect((await eventsOf(runtime, orderId)).filter((name) => name === "order.completed")).toHaveLength(1);
    expect(await doAct(runtime, client, orderId, "undo-approval")).toMatchObject({
      code: "conflict",
      message: "The order is finished, so the approval cannot be undone.",
    });
  });

  test("undone, it leaves nothing behind, and the client decides again", async () => {
    const { orderId, client } = await approved();
    must(await doAct(runtime, client, orderId, "undo-approval"));
    expect(await rowOf(runtime, orderId)).toMatchObject({ status: "delivered", approvedAt: null });
    expect(await timerOf(orderId)).toEqual([]);
    later(1);
    await tick(runtime);
    expect((await rowOf(runtime, orderId)).status).toBe("delivered");
    must(await doAct(runtime, client, orderId, "request-revision", { points: "The second paragraph." }));
    expect((await rowOf(runtime, orderId)).status).toBe("revision_requested");
  });

  test("a product that was down over the minute finishes it with its first tick", async () => {
    const { orderId } = await approved();
    later(30);
    await tick(runtime);
    expect(await rowOf(runtime, orderId)).toMatchObject({ status: "completed", completedAt: start });
  });
});

describe("two tabs", () => {
  test("the second approval and a revision from an older tab get the current state", async () => {
    const { orderId, client } = await orderIn(runtime, "delivered");
    const seenVersion = (await rowOf(runtime, orderId)).stepVersion;
    must(await doAct(runtime, client, orderId, "approve", { seenVersion }));
    expect(await doAct(runtime, client, orderId, "approve", { seenVersion })).toMatchObject({
      code: "conflict",
      message: "Somebody else was first. The order is approved now.",
    });
    expect(await doAct(runtime, client, orderId, "request-revision", { points: "All." })).toMatchObject({
      code: "conflict",
      message: "You approved the work. Undo that first.",
    });
  });

  test("pressed at once, one approval counts; undo and the end of the minute have one winner", async () => {
    const { orderId, client } = await orderIn(runtime, "delivered");
    const both = await Promise.all([1, 2].map(() => doAct(runtime, client, orderId, "approve")));
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    later(60 * second);
    const [undone] = await Promise.all([doAct(runtime, client, orderId, "undo-approval"), tick(runtime)]);
    expect((await rowOf(runtime, orderId)).status).toBe(undone.ok ? "delivered" : "completed");
    const finished = (await eventsOf(runtime, orderId)).includes("order.completed");
    expect(finished).toBe(!undone.ok);
  });

  test("a dispute of the other side drops the approval", async () => {
    const { orderId, writer } = await approved();
    must(await doAct(runtime, writer, orderId, "open-dispute", { reason: "Not paid for this.", outcome: "A talk." }));
    expect(await rowOf(runtime, orderId)).toMatchObject({ status: "disputed", approvedAt: null });
    later(1);
    await tick(runtime);
    expect((await rowOf(runtime, orderId)).status).toBe("disputed");
  });

  test("nobody else approves or undoes", async () => {
    const { orderId, writer, admin } = await approved();
    for (const who of [writer, admin])
      expect(await doAct(runtime, who, orderId, "undo-approval")).toMatchObject({ code: "forbidden" });
  });
});

import { and, asc, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { writers } from "#src/modules/writing/tables.ts";
import { audit, timers } from "#src/platform/tables.ts";
import { capabilities, guest } from "#src/shared/viewer.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { everMay, personActions } from "../domain/lifecycle.ts";
import { orderFixture } from "../order-fixture.testing.ts";
import { doAct, eventsOf, newWriter, orderIn, person, rowOf } from "../orders.testing.ts";
import { previewCancel } from "../queries/preview-cancel.ts";
import { deliveries, orderHistory } from "../tables.ts";
import { act } from "./act.ts";
import { deliverWork } from "./deliver-work.ts";

const { runtime } = await orderFixture();

describe("a step writes everything in one transaction", () => {
  test("state, version, history, timers, audit row and events", async () => {
    const { orderId, client, writer, admin } = await orderIn(runtime, "completed");
    expect(await rowOf(runtime, orderId)).toMatchObject({ status: "completed", version: 7, writerId: writer.id });
    const rows = await runtime.db
      .select()
      .from(orderHistory)
      .where(eq(orderHistory.orderId, orderId))
      .orderBy(asc(orderHistory.id));
    expect(rows.map(({ action, from, to, actorKind }) => [action, from, to, actorKind])).toEqual([
      ["place", null, "pending", "C"],
      ["confirm-payment", "pending", "confirmed", "S"],
      ["assign", "confirmed", "assigned", "A"],
      ["accept", "assigned", "in_progress", "W"],
      ["deliver", "in_progress", "delivered", "W"],
      ["approve", "delivered", "delivered", "C"],
      ["complete", "delivered", "completed", "S"],
    ]);
    expect(rows.map(({ actorId }) => actorId)).toEqual([
      client.id,
      "system:payments",
      admin.id,
      writer.id,
      writer.id,
      client.id,
      "system:order.approval-end",
    ]);
    const events = [
      "order.placed",
      "order.paid",
      "order.assigned",
      "order.started",
      "order.delivered",
      "order.approved",
      "order.completed",
    ];
    expect(await eventsOf(runtime, orderId)).toEqual(events);
    const audited = await runtime.db.select().from(audit).where(eq(audit.subject, orderId)).orderBy(asc(audit.id));
    expect(audited.map(({ action }) => action)).toEqual(rows.map(({ action }) => `order.${action}`));
    const left = await runtime.db.select().from(timers).where(eq(timers.subject, orderId));
    expect(left.map(({ kind }) => kind)).toEqual(["order.revision-end"]);
  });

  test("history is only added", async () => {
    const { orderId } = await orderIn(runtime, "pending");
    await expect(
      runtime.database.pool.query("update orders.order_history set text = 'x' where order_id = $1", [orderId]),
    ).rejects.toThrow("append-only");
    await expect(
      runtime.database.pool.query("delete from orders.order_history where order_id = $1", [orderId]),
    ).rejects.toThrow("append-only");
  });

  test("a refusal leaves nothing behind", async () => {
    const { orderId, client } = await orderIn(runtime, "pending");
    expect(await doAct(runtime, client, orderId, "approve")).toMatchObject({ ok: false, code: "conflict" });
    expect(await rowOf(runtime, orderId)).toMatchObject({ status: "pending", version: 1 });
    expect(await eventsOf(runtime, orderId)).toEqual(["order.placed"]);
  });
});

describe("people outside an order find nothing", () => {
  test("a guest signs in first; strangers and unknown ids meet the same words", async () => {
    const { orderId, writer } = await orderIn(runtime, "confirmed");
    expect(await act(ctxFor(runtime, guest), { orderId, action: "cancel" })).toMatchObject({ code: "signed-out" });
    const unknown = await doAct(runtime, person(), "01890000-0000-7000-8000-000000000000", "cancel");
    expect(unknown).toMatchObject({ ok: false, code: "not-found" });
    expect(await doAct(runtime, person(), "../etc/passwd", "cancel")).toEqual(unknown);
    for (const stranger of [
      person(),
      writer,
      await newWriter(runtime),
      person(3, { capabilities: ["chat", "money"] }),
    ]) {
      expect(await doAct(runtime, stranger, orderId, "cancel")).toEqual(unknown);
      expect(await doAct(runtime, stranger, orderId, "assign", { writerId: writer.id })).toEqual(unknown);
      expect(await doAct(runtime, stranger, orderId, "deliver-it")).toMatchObject({ code: "invalid" });
      expect(await deliverWork(ctxFor(runtime, stranger), { orderId, text: "x", final: true })).toEqual(unknown);
      expect(await previewCancel(ctxFor(runtime, stranger), { orderId })).toEqual(unknown);
    }
  });

  test("the client cannot do the admins' steps, nor the writer the client's", async () => {
    const { orderId, client, writer, admin } = await orderIn(runtime, "delivered");
    expect(await doAct(runtime, client, orderId, "decide-complete", { reason: "mine" })).toMatchObject({
      code: "forbidden",
    });
    expect(await doAct(runtime, writer, orderId, "approve")).toMatchObject({ code: "forbidden" });
    expect(await doAct(runtime, admin, orderId, "approve")).toMatchObject({ code: "forbidden" });
  });

  test("an admin takes no admin step at an own order, as its client or its writer", async () => {
    const { orderId, client, writer } = await orderIn(runtime, "delivered");
    const back = { refundCents: 3000, bearer: "operator", reason: "A favour." };
    for (const own of [client, writer]) {
      const admin = { ...own, role: 3 as const, capabilities };
      const before = await rowOf(runtime, orderId);
      for (const [action, more] of [
        ["give-back", back],
        ["end-unpaid", { reason: "It is over." }],
      ] as const)
        expect(await doAct(runtime, admin, orderId, action, more)).toMatchObject({
          code: "forbidden",
          message: expect.stringContaining("own order"),
        });
      // Every step that only admins take, and for a writer also those that a client may take.
      const steps = personActions.filter((one) => everMay(one, "A") && !(own === client && everMay(one, "C")));
      for (const action of steps)
        expect([action, await doAct(runtime, admin, orderId, action)]).toMatchObject([action, { code: "forbidden" }]);
      expect(steps.length).toBeGreaterThan(12);
      expect(await rowOf(runtime, orderId)).toEqual(before);
    }
    const pending = await orderIn(runtime, "confirmed");
    const admin = { ...pending.client, role: 3 as const, capabilities };
    const other = await newWriter(runtime);
    expect(await doAct(runtime, admin, pending.orderId, "assign", { writerId: other.id })).toMatchObject({
      code: "forbidden",
    });
    expect((await doAct(runtime, admin, pending.orderId, "cancel")).ok).toBe(true);
  });

  test("giving back more than the ladder does needs the right to money", async () => {
    const forOrders = person(3, { capabilities: ["orders"] });
    const delivered = await orderIn(runtime, "delivered");
    const back = { refundCents: 3000, bearer: "operator", reason: "A favour." };
    expect(await doAct(runtime, forOrders, delivered.orderId, "give-back", back)).toMatchObject({ ok: false });
    const running = await orderIn(runtime, "in_progress");
    runtime.setNow(new Date(runtime.clock().getTime() + 40 * 3_600_000));
    const cancel = async (who: typeof forOrders, cause: "client" | "operator") => {
      const ctx = ctxFor(runtime, { ...who, freshAt: runtime.clock() });
      const seen = await previewCancel(ctx, { orderId: running.orderId, cause });
      if (!seen.ok) throw new Error(seen.message);
      const asked = {
        orderId: running.orderId,
        action: "cancel",
        cause,
        reason: "Over.",
        refundSeenCents: seen.value.refundCents,
      };
      return act(ctx, asked);
    };
    expect(await cancel(forOrders, "operator")).toMatchObject({
      code: "forbidden",
      message: expect.stringContaining("right to money"),
    });
    expect((await rowOf(runtime, running.orderId)).status).toBe("in_progress");
    expect((await cancel(person(3, { capabilities: ["orders", "money"] }), "operator")).ok).toBe(true);
  });

  test("unknown keys are named", async () => {
    const { orderId, client } = await orderIn(runtime, "pending");
    const answer = await doAct(runtime, client, orderId, "cancel", { status: "completed", clientID: "x" });
    expect(answer).toMatchObject({ ok: false, code: "invalid" });
  });
});

describe("races have one winner", () => {
  test("two admins assign at once", async () => {
    const { orderId, admin } = await orderIn(runtime, "confirmed");
    const writers = await Promise.all([newWriter(runtime), newWriter(runtime), newWriter(runtime)]);
    const answers = await Promise.all(
      writers.map(({ id }) => doAct(runtime, admin, orderId, "assign", { writerId: id })),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    for (const one of answers.filter(({ ok }) => !ok))
      expect(one).toMatchObject({ code: "conflict", data: { status: "assigned" } });
    const row = await rowOf(runtime, orderId);
    expect(row.version).toBe(3);
    expect(writers.find(({ id }) => id === row.writerId)).toBeDefined();
    const events = await runtime.db
      .select()
      .from(orderHistory)
      .where(and(eq(orderHistory.orderId, orderId), eq(orderHistory.action, "assign")));
    expect(events).toHaveLength(1);
  });

  test("cancel against assign", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { orderId, admin, client } = await orderIn(runtime, "confirmed");
      const writer = await newWriter(runtime);
      const [cancelled, assigned] = await Promise.all([
        doAct(runtime, client, orderId, "cancel"),
        doAct(runtime, admin, orderId, "assign", { writerId: writer.id }),
      ]);
      expect([cancelled.ok, assigned.ok].filter(Boolean)).toHaveLength(1);
      const { status } = await rowOf(runtime, orderId);
      expect(status).toBe(cancelled.ok ? "cancelled" : "assigned");
    }
  });

  test("a client who cancels twice cancels once", async () => {
    const { orderId, client } = await orderIn(runtime, "confirmed");
    const both = await Promise.all([
      doAct(runtime, client, orderId, "cancel"),
      doAct(runtime, client, orderId, "cancel"),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await eventsOf(runtime, orderId)).filter((name) => name === "order.cancelled")).toHaveLength(1);
  });

  test("two offers cannot share a writer's last place", async () => {
    const writer = await newWriter(runtime);
    await runtime.db.update(writers).set({ capacity: 1 }).where(eq(writers.personId, writer.id));
    const casts = await Promise.all([1, 2, 3].map(() => orderIn(runtime, "confirmed")));
    const answers = await Promise.all(
      casts.map(({ admin, orderId }) => doAct(runtime, admin, orderId, "assign", { writerId: writer.id })),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    for (const one of answers.filter(({ ok }) => !ok))
      expect(one).toMatchObject({
        code: "invalid",
        fields: [{ path: "writer", message: "This writer has no room for one more order." }],
      });
  });

  test("a form of an older version gets a conflict with the current state", async () => {
    const { orderId, admin } = await orderIn(runtime, "confirmed");
    const writer = await newWriter(runtime);
    const stale = await doAct(runtime, admin, orderId, "assign", { writerId: writer.id, seenVersion: 1 });
    expect(stale).toMatchObject({
      code: "conflict",
      message:
        "Somebody else was first. The order is paid and waiting for a writer now. The last step: Paid, by the product.",
    });
    expect((await doAct(runtime, admin, orderId, "assign", { writerId: writer.id, seenVersion: 2 })).ok).toBe(true);
  });
});

describe("the order of things holds", () => {
  test.each([
    ["pending", "approve"],
    ["confirmed", "approve"],
    ["assigned", "approve"],
    ["completed", "cancel"],
    ["confirmed", "request-revision"],
  ] as const)("%s refuses %s with the state in words", async (state, action) => {
    const { orderId, client } = await orderIn(runtime, state);
    const answer = await doAct(runtime, client, orderId, action, { points: "all of it" });
    expect(answer).toMatchObject({ ok: false, code: "conflict", data: { status: state } });
    expect(answer.ok ? "" : answer.message).toMatch(/^The order is /);
  });

  test("nothing is delivered before the writer accepts, and nobody else delivers", async () => {
    const { orderId, writer } = await orderIn(runtime, "assigned");
    const raw = { orderId, text: "The work.", final: true };
    expect(await deliverWork(ctxFor(runtime, writer), raw)).toMatchObject({ code: "conflict" });
    expect(await deliverWork(ctxFor(runtime, writer), { ...raw, final: false })).toMatchObject({ code: "conflict" });
    expect(await runtime.db.select().from(deliveries).where(eq(deliveries.orderId, orderId))).toEqual([]);
  });

  test("an offer needs a writer who fits", async () => {
    const { orderId, admin, client } = await orderIn(runtime, "confirmed");
    expect(await doAct(runtime, admin, orderId, "assign")).toMatchObject({
      code: "invalid",
      fields: [{ path: "writer" }],
    });
    for (const writerId of [client.id, "nobody"])
      expect(await doAct(runtime, admin, orderId, "assign", { writerId })).toMatchObject({ code: "invalid" });
    const idle = await newWriter(runtime);
    await runtime.db.update(writers).set({ active: false }).where(eq(writers.personId, idle.id));
    expect(await doAct(runtime, admin, orderId, "assign", { writerId: idle.id })).toMatchObject({
      fields: [{ message: "This writer is not active." }],
    });
    const late = { writerId: (await newWriter(runtime)).id, writerDeadline: "2026-03-12T23:59:00Z" };
    expect(await doAct(runtime, admin, orderId, "assign", late)).toMatchObject({
      fields: [{ path: "writerDeadline" }],
    });
  });
});

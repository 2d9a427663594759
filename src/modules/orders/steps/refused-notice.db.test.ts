import { beforeEach, expect, test } from "vitest";
import { inTransaction } from "#src/platform/command.ts";
import { noticeKey } from "#src/platform/mail/mail-records.ts";
import { systemCtx } from "#src/platform/runtime.ts";
import { done } from "#src/shared/outcome.ts";
import { dayMs } from "#src/shared/units.ts";
import { ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { noteOrderOpened } from "../commands/note-opened.ts";
import { orderEventHandlers } from "../event-handlers.ts";
import { openOrderRuntime, orderIn, rowOf, tick } from "../orders.testing.ts";
import { orderBrief } from "../queries/order-brief.ts";

const runtime = await forThisFile(openOrderRuntime({ eventHandlers: orderEventHandlers }));
beforeEach(() => runtime.setNow(new Date("2026-03-10T12:00:00Z")));

const refused = (kind: string, onceKey: string) =>
  inTransaction(systemCtx(runtime, "mail"), async (work) => {
    work.emit({ name: "mail.refused", subject: onceKey, payload: { kind, onceKey } });
    return done(null);
  });

test("work whose notice the mail server refused does not end by itself, though the page was opened", async () => {
  const [reached, unreached] = [await orderIn(runtime, "delivered"), await orderIn(runtime, "delivered")];
  for (const { orderId, client } of [reached, unreached]) await noteOrderOpened(ctxFor(runtime, client), { orderId });
  const { deliveredAt } = await rowOf(runtime, unreached.orderId);
  await refused("order.delivered", noticeKey("order.delivered", unreached.orderId, deliveredAt ?? new Date(0)));
  expect((await rowOf(runtime, unreached.orderId)).noticeRefused).toBe(true);
  runtime.setNow(new Date(runtime.clock().getTime() + 8 * dayMs));
  await tick(runtime);
  expect((await rowOf(runtime, reached.orderId)).status).toBe("completed");
  expect((await rowOf(runtime, unreached.orderId)).status).toBe("delivered");
});

test("the notice of an earlier delivery, another letter and a strange key change nothing", async () => {
  const { orderId } = await orderIn(runtime, "delivered");
  const { deliveredAt } = await rowOf(runtime, orderId);
  const at = deliveredAt ?? new Date(0);
  await refused("order.delivered", noticeKey("order.delivered", orderId, new Date(at.getTime() - 1)));
  await refused("order.paid", noticeKey("order.paid", orderId, at));
  for (const key of ["", "order.delivered", `order.delivered:${orderId}:soon`]) await refused("order.delivered", key);
  expect((await rowOf(runtime, orderId)).noticeRefused).toBe(false);
});

test("letters say until when an offer must be answered, and only while it is one", async () => {
  const [offered, taken] = [await orderIn(runtime, "assigned"), await orderIn(runtime, "in_progress")];
  const { assignedAt } = await rowOf(runtime, offered.orderId);
  const brief = await orderBrief(runtime.db, offered.orderId);
  expect(brief?.answerUntil?.getTime()).toBe((assignedAt?.getTime() ?? 0) + 2 * 3_600_000);
  expect((await orderBrief(runtime.db, taken.orderId))?.answerUntil).toBeNull();
});

import { expect, test } from "vitest";
import { cursorText } from "#src/shared/id.ts";
import { dayMs, hourMs } from "#src/shared/units.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { deliverWork } from "../commands/deliver-work.ts";
import { orderFixture } from "../order-fixture.testing.ts";
import { doAct, essayCents, eventsOf, finished, must, newWriter, orderIn, rowOf, tick } from "../orders.testing.ts";
import { adminOrderList } from "../queries/admin-order-list.ts";
import { adminToday } from "../queries/admin-today.ts";
import { orderForAdmin } from "../queries/order-for-admin.ts";
import { orderForClient } from "../queries/order-for-client.ts";
import { runningOrdersOf } from "../queries/orders-with-money.ts";
import { orderForWriter } from "../queries/writer-orders.ts";

const { runtime, start, later } = await orderFixture();
const at = (hours: number): Date => new Date(start.getTime() + hours * hourMs);

/** An order of 60 hours, delivered at 40 h, with a revision asked for at 45 h: due after 24 h, the least. */
async function revised() {
  const cast = await orderIn(runtime, "in_progress");
  later(40);
  must(await deliverWork(ctxFor(runtime, cast.writer), { orderId: cast.orderId, ...finished }));
  later(45);
  const before = must(await orderForClient(ctxFor(runtime, cast.client), { orderId: cast.orderId }));
  expect(before.revisionIfAsked).toEqual(due);
  must(await doAct(runtime, cast.client, cast.orderId, "request-revision", { points: "The end." }));
  return cast;
}
const due = at(45 + 24);

test("a revision has a date of its own: the client's clock, the writer's limit before it, the queues", async () => {
  const { client, writer, admin, orderId } = await revised();
  const shown = must(await orderForClient(ctxFor(runtime, client), { orderId }));
  expect(shown).toMatchObject({ revisionDueAt: due, revisionIfAsked: null });
  const work = must(await orderForWriter(ctxFor(runtime, writer), { orderId }));
  // A tenth of 24 hours stays between the two.
  expect(work.deadline).toEqual(new Date(due.getTime() - 2.4 * hourMs));
  const counts = async () => must(await adminToday(ctxFor(runtime, admin), {})).counts;
  expect(await counts()).toMatchObject({ "due-soon": 1, late: 0 });
  later(70);
  expect(await counts()).toMatchObject({ "due-soon": 0, late: 1 });
  expect(must(await orderForClient(ctxFor(runtime, client), { orderId })).next).toContain("The new version is late");
  later(45 + 24 + 24);
  await tick(runtime);
  const events = await eventsOf(runtime, orderId);
  expect(events.filter((name) => name === "order.late-alarm")).toHaveLength(1);
  expect(events).not.toContain("order.late-offer");
  must(await doAct(runtime, client, orderId, "cancel", { refundSeenCents: essayCents / 2 }));
});

test("the admin's list by deadline has a revision at its own date, page by page", async () => {
  const other = (await orderIn(runtime, "in_progress")).orderId;
  const { admin, orderId } = await revised();
  await runtime.database.pool.query("update orders.orders set deadline = $1 where id = $2", [at(65), other]);
  const listed = async (sort: string) => {
    const page = must(await adminOrderList(ctxFor(runtime, admin), { sort }));
    return page.rows.map(({ id }) => id).filter((id) => id === orderId || id === other);
  };
  expect(await listed("due")).toEqual([other, orderId]);
  expect(await listed("due-last")).toEqual([orderId, other]);
  const older = cursorText({ at: at(65), id: other });
  const rest = must(await adminOrderList(ctxFor(runtime, admin), { sort: "due", older }));
  expect(rest.rows[0]).toMatchObject({ id: orderId, deadline: due });
});

test("a late revision credits the days alone, and the date is gone with the delivery", async () => {
  const { writer, orderId } = await revised();
  runtime.setNow(new Date(due.getTime() + dayMs + 1));
  const delivered = must(await deliverWork(ctxFor(runtime, writer), { orderId, ...finished }));
  expect(delivered.money).toMatchObject({ kind: "credit", cents: essayCents / 10, bearer: "writer" });
  expect(await rowOf(runtime, orderId)).toMatchObject({
    revisionDueAt: null,
    lateCreditCents: essayCents / 10,
    refundedCents: essayCents / 10,
  });
});

test("all credits for lateness together stay under their part of the price", async () => {
  const { client, writer, orderId } = await revised();
  runtime.setNow(new Date(due.getTime() + 8 * dayMs));
  must(await deliverWork(ctxFor(runtime, writer), { orderId, ...finished }));
  expect((await rowOf(runtime, orderId)).lateCreditCents).toBe((essayCents * 40) / 100);
  must(await doAct(runtime, client, orderId, "request-revision", { points: "The start." }));
  runtime.setNow(new Date(due.getTime() + 30 * dayMs));
  const again = must(await deliverWork(ctxFor(runtime, writer), { orderId, ...finished }));
  expect(again.money).toMatchObject({ kind: "credit", cents: essayCents / 10 });
});

test("a revision that lost its writer keeps its date: the next one's limit lies before it, and nothing goes back", async () => {
  const { admin, client, orderId } = await revised();
  must(await doAct(runtime, admin, orderId, "reassign", { reason: "Ill." }));
  const shown = must(await orderForAdmin(ctxFor(runtime, admin), { orderId }));
  expect(shown.next).toContain("a revision");
  // The deadline of the first version passes while nobody has the order.
  later(61);
  while ((await tick(runtime)) > 0);
  expect(await rowOf(runtime, orderId)).toMatchObject({ status: "confirmed", revisionDueAt: due, refundedCents: 0 });
  const writer = await newWriter(runtime);
  const latest = must(await orderForAdmin(ctxFor(runtime, admin), { orderId })).latestWriterDeadline;
  must(await doAct(runtime, admin, orderId, "assign", { writerId: writer.id }));
  const { writerDeadline } = await rowOf(runtime, orderId);
  expect(writerDeadline).toEqual(latest);
  expect(writerDeadline?.getTime()).toBeLessThan(due.getTime());
  expect(await runningOrdersOf({ db: runtime.db, viewer: admin }, writer.id)).toMatchObject([
    { id: orderId, deadline: due },
  ]);
  expect(must(await orderForClient(ctxFor(runtime, client), { orderId })).revisionDueAt).toEqual(due);
});

test("the version that was late or in time is the first one, and none while a revision is due", async () => {
  const { admin, writer, orderId } = await revised();
  const listed = async () => {
    const { rows } = must(await adminOrderList(ctxFor(runtime, admin), { sort: "newest" }));
    return rows.find(({ id }) => id === orderId)?.handedOverAt;
  };
  expect(await listed()).toBeNull();
  later(66);
  must(await deliverWork(ctxFor(runtime, writer), { orderId, ...finished }));
  expect(await listed()).toEqual(at(40));
});

import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { people } from "#src/modules/accounts/tables.ts";
import { newId } from "#src/platform/ids.ts";
import type { Person } from "#src/shared/viewer.ts";
import { doAct, must, newWriter, openPaymentsRuntime, paidOrder } from "#tests/support/payments.ts";
import { createPerson } from "#tests/support/people.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { deliverWork } from "./commands/deliver-work.ts";
import { openDelivery } from "./commands/note-opened.ts";
import { attachReport } from "./commands/originality-reports.ts";
import { orderFilePolicies } from "./file-policies.ts";
import { finished } from "./orders.testing.ts";
import { orderHistory, orders } from "./tables.ts";

const runtime = await openPaymentsRuntime();
const evidence = orderFilePolicies.find(({ purpose }) => purpose === "evidence");

/** The step at which a writer asked something, of an order that goes to another writer later. */
async function step() {
  const { client, orderId } = await paidOrder(runtime);
  const [admin, writer, later] = [
    await createPerson(runtime, { role: 3 }),
    await newWriter(runtime),
    await newWriter(runtime),
  ];
  must(await doAct(runtime, admin, orderId, "assign", { writerId: writer.id }));
  must(await doAct(runtime, writer, orderId, "accept"));
  must(await doAct(runtime, writer, orderId, "hold", { question: "Which edition?" }));
  const rows = await runtime.db.select().from(orderHistory).where(eq(orderHistory.orderId, orderId));
  return { client, orderId, admin, writer, later, stepId: rows.find(({ action }) => action === "hold")?.id ?? "" };
}

const sees = (who: Person, stepId: string) =>
  evidence?.maySee(ctxFor(runtime, who), stepId, { id: newId(), ownerId: newId() });

test("evidence is for both sides and admins who may handle orders, not for strangers", async () => {
  const { client, admin, writer, later, stepId } = await step();
  for (const who of [client, admin, writer]) expect([who.role, await sees(who, stepId)]).toEqual([who.role, true]);
  await runtime.db
    .update(people)
    .set({ capabilities: ["money"] })
    .where(eq(people.id, admin.id));
  const forMoney = { ...admin, capabilities: ["money"] as const };
  const stranger = await createPerson(runtime);
  for (const who of [later, stranger, forMoney]) expect([who.role, await sees(who, stepId)]).toEqual([who.role, false]);
  for (const id of ["", "x", newId()]) expect(await sees(client, id)).toBe(false);
});

test("the file of a report is open to everybody who may read the version, and to nobody else", async () => {
  const { client, orderId } = await paidOrder(runtime);
  const [admin, writer] = [await createPerson(runtime, { role: 3 }), await newWriter(runtime)];
  must(await doAct(runtime, admin, orderId, "assign", { writerId: writer.id }));
  must(await doAct(runtime, writer, orderId, "accept"));
  must(await deliverWork(ctxFor(runtime, writer), { orderId, ...finished }));
  const facts = { orderId, number: 1, name: "Report", maker: "Example", madeOn: "2026-01-01" };
  const { reportId } = must(await attachReport(ctxFor(runtime, writer), { ...facts, link: "https://example.org/r" }));
  const policy = orderFilePolicies.find(({ purpose }) => purpose === "report");
  const has = async (...who: Person[]) =>
    Promise.all(who.map((one) => policy?.maySee(ctxFor(runtime, one), reportId, { id: newId(), ownerId: newId() })));
  const others = [
    await createPerson(runtime),
    await newWriter(runtime),
    { ...admin, capabilities: ["money"] as const },
  ];
  expect(await has(client, writer, admin, ...others)).toEqual([false, true, true, false, false, false]);
  must(await openDelivery(ctxFor(runtime, client), { orderId, number: 1 }));
  expect(await has(client, ...others)).toEqual([true, false, false, false]);
  // A second payment that is due closes the version, and its report quotes it.
  await runtime.db.update(orders).set({ unpaidCents: 100 }).where(eq(orders.id, orderId));
  expect(await has(client, writer, admin)).toEqual([false, true, true]);
  for (const id of ["", "x", newId()])
    expect(await policy?.maySee(ctxFor(runtime, admin), id, { id, ownerId: id })).toBe(false);
});

test("a writer who has the order later has no evidence from before; who had it has none any more", async () => {
  const { client, orderId, writer, later, stepId } = await step();
  const taken = { writerId: later.id, assignedAt: new Date(runtime.clock().getTime() + 1_000) };
  await runtime.db.update(orders).set(taken).where(eq(orders.id, orderId));
  expect([await sees(later, stepId), await sees(writer, stepId), await sees(client, stepId)]).toEqual([
    false,
    false,
    true,
  ]);
  const after = {
    orderId,
    at: new Date(taken.assignedAt.getTime() + 1_000),
    action: "hold",
    to: "in_progress",
  } as const;
  const id = newId();
  await runtime.db.insert(orderHistory).values({ id, ...after, actorKind: "W", actorId: later.id });
  expect([await sees(later, id), await sees(writer, id)]).toEqual([true, false]);
});

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#src/platform/command.ts";
import { systemCtx } from "#src/platform/runtime.ts";
import { done } from "#src/shared/outcome.ts";
import { createPerson } from "#tests/support/people.ts";
import type { TestRuntime } from "#tests/support/runtime.ts";
import { orderEventHandlers } from "./event-handlers.ts";
import { openOrderRuntime, orderIn } from "./orders.testing.ts";
import { orders } from "./tables.ts";

let runtime: TestRuntime;
const told: string[] = [];
beforeAll(async () => {
  const heard = { on: "order.writer-gone", name: "test.heard" };
  const hear = { ...heard, run: async (_work: unknown, { subject }: { subject: string }) => void told.push(subject) };
  runtime = await openOrderRuntime({ eventHandlers: [...orderEventHandlers, hear] });
});
afterAll(() => runtime.drop());

const roleChanged = (subject: string) =>
  inTransaction(systemCtx(runtime, "test"), async (work) => {
    work.emit({ name: "account.role-changed", subject, payload: {} });
    return done(null);
  });

test("the open work of somebody who is no writer any more is told to admins, and stays where it is", async () => {
  const gone = await createPerson(runtime, { role: 1 });
  const stays = await createPerson(runtime, { role: 2 });
  const give = async (status: "in_progress" | "delivered" | "assigned", writerId: string) => {
    const { orderId } = await orderIn(runtime, status);
    await runtime.db.update(orders).set({ writerId }).where(eq(orders.id, orderId));
    return orderId;
  };
  const open = [await give("in_progress", gone.id), await give("assigned", gone.id)];
  await give("delivered", gone.id);
  await give("in_progress", stays.id);
  for (const { id } of [gone, stays]) await roleChanged(id);
  expect(told.toSorted()).toEqual(open.toSorted());
});

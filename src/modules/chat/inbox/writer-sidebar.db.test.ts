import { afterAll, expect, test } from "vitest";
import { must, openOrderRuntime, orderIn } from "#src/modules/orders/orders.testing.ts";
import { newId } from "#src/platform/ids.ts";
import type { Person } from "#src/shared/viewer.ts";
import { adminWith, createPerson } from "#tests/support/people.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { sendMessage } from "../index.server.ts";
import { adminChat } from "./chat.server.ts";

const runtime = await openOrderRuntime({ env: { LIMITS_FACTOR: "100000" } });
afterAll(() => runtime.drop());
const admin = await createPerson(runtime, { role: 3 });

const shownTo = (who: Person, chatId: string) =>
  adminChat(
    ctxFor(runtime, who),
    new Request(`http://shop.test/admin/chats/${chatId}`),
    adminWith(who, "chat"),
    chatId,
  );

test("a writer's chat shows what the writer works on, with state and deadline, to those who see orders", async () => {
  const { client, writer, orderId } = await orderIn(runtime, "in_progress");
  for (const who of [client, writer]) must(await sendMessage(ctxFor(runtime, who), { id: newId(), message: "Hello" }));
  const { work, orders } = await shownTo(admin, writer.id);
  expect(work?.running).toMatchObject([{ id: orderId, shown: { text: "In progress" }, paused: false, late: false }]);
  expect(work?.running[0]?.due).toBeInstanceOf(Date);
  expect(work?.open).toBe(1);
  expect(work?.capacity).toBeGreaterThan(0);
  expect(work?.heldCents).toBeTypeOf("number");
  const poor = { ...(await createPerson(runtime, { role: 3 })), capabilities: ["chat", "orders"] as const };
  expect((await shownTo(poor, writer.id)).work).toMatchObject({ open: 1, heldCents: null });
  expect(orders?.open).toEqual([]);
  expect((await shownTo(admin, client.id)).work).toBeNull();
  const weak = { ...(await createPerson(runtime, { role: 3 })), capabilities: ["chat"] as const };
  expect(await shownTo(weak, writer.id)).toMatchObject({ work: null, orders: null });
});

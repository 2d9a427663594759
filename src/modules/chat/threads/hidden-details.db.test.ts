import { afterAll, expect, test } from "vitest";
import { decidePassage, ownPassages } from "#src/modules/orders/index.server.ts";
import { must, openOrderRuntime, orderIn } from "#src/modules/orders/orders.testing.ts";
import { inTransaction } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { systemCtx } from "#src/platform/runtime.ts";
import { done } from "#src/shared/outcome.ts";
import type { Person } from "#src/shared/viewer.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { passageShown } from "./hidden-details.ts";
import { orderThread } from "./order-thread.server.ts";
import { readThread } from "./read-thread.ts";
import { sendToThread } from "./send-to-thread.ts";

const runtime = await openOrderRuntime({ env: { LIMITS_FACTOR: "100000" } });
afterAll(() => runtime.drop());

const handle = (orderId: string) =>
  inTransaction(systemCtx(runtime, "test"), async (work) => {
    const event = { id: newId(), name: "passage.shown", subject: newId(), payload: { orderId }, at: runtime.clock() };
    await passageShown.run(work, event);
    return done(null);
  });

test("a message is read without a possible contact until an admin shows it, then as it was typed, others with it too", async () => {
  const { client, writer, admin, orderId } = await orderIn(runtime, "in_progress");
  const threadId = (await orderThread(ctxFor(runtime, client), orderId))?.thread?.id ?? "";
  const say = (who: Person, message: string) => sendToThread(ctxFor(runtime, who), { threadId, id: newId(), message });
  const read = async (who: Person) =>
    must(await readThread(ctxFor(runtime, who), { threadId })).messages.map(({ message, masked }) => [message, masked]);
  must(await say(client, "You can dm tomwriter on insta, it is the account to study"));
  must(await say(client, "You can dm tomwriter on insta"));
  must(await say(client, "or t.me/tom_w"));
  const hidden = "You can dm [possible contact hidden] on insta";
  expect((await read(writer)).slice(1)).toEqual([
    [hidden, true],
    ["or [link to a messenger hidden]", true],
  ]);
  const passages = must(await ownPassages(ctxFor(runtime, client), { orderId }));
  const waiting = passages.filter(({ state }) => state === "waiting");
  expect(waiting).toMatchObject([{ passage: "tomwriter", place: "message" }]);
  const before = must(await readThread(ctxFor(runtime, writer), { threadId })).version;
  must(await decidePassage(ctxFor(runtime, admin), { passageId: waiting[0]?.id ?? "", verdict: "show" }));
  must(await handle(orderId));
  expect((await read(writer)).slice(1)).toEqual([
    ["You can dm tomwriter on insta", undefined],
    ["or [link to a messenger hidden]", true],
  ]);
  const after = must(await readThread(ctxFor(runtime, writer), { threadId })).version;
  expect(after).toBe(before + 1);
  must(await handle(orderId));
  expect(must(await readThread(ctxFor(runtime, writer), { threadId })).version).toBe(after);
  must(await say(client, "Again: dm tomwriter on insta"));
  expect((await read(writer)).at(-1)).toEqual(["Again: dm tomwriter on insta", undefined]);
});

test("what hides only the own name of a writer cannot be asked for", async () => {
  const { client, writer, orderId } = await orderIn(runtime, "in_progress");
  const threadId = (await orderThread(ctxFor(runtime, client), orderId))?.thread?.id ?? "";
  const named = { ...writer, name: "Anna Kowalska" };
  must(await sendToThread(ctxFor(runtime, named), { threadId, id: newId(), message: "Yours, Anna Kowalska" }));
  expect(must(await ownPassages(ctxFor(runtime, writer), { orderId }))).toEqual([]);
});

import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { people } from "#src/modules/accounts/tables.ts";
import { must, openOrderRuntime, orderIn } from "#src/modules/orders/orders.testing.ts";
import { newId } from "#src/platform/ids.ts";
import type { Person } from "#src/shared/viewer.ts";
import { ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { threadMessages, threads } from "../tables.ts";
import { orderThread } from "./order-thread.server.ts";
import { markThreadRead, readThread, unreadByOrder, unreadInThread } from "./read-thread.ts";
import { sendToThread } from "./send-to-thread.ts";

const runtime = await forThisFile(openOrderRuntime({ env: { LIMITS_FACTOR: "100000" } }));

/** An order in work, and the conversation that its page opened. */
const inWork = async () => {
  const cast = await orderIn(runtime, "in_progress");
  const thread = (await orderThread(ctxFor(runtime, cast.client), cast.orderId))?.thread;
  if (!thread) throw new Error("The page opened no thread.");
  return { ...cast, threadId: thread.id };
};
const say = (who: Person, threadId: string, message: string) =>
  sendToThread(ctxFor(runtime, who), { threadId, id: newId(), message });

describe("client and writer of an order", () => {
  test("know what is unread, and how far the other side has read", async () => {
    const { client, writer, orderId, threadId } = await inWork();
    const { timestamp } = must(await say(writer, threadId, "One"));
    must(await say(writer, threadId, "Two"));
    expect(await unreadByOrder(runtime.db, client)).toEqual(new Map([[orderId, 2]]));
    must(await markThreadRead(ctxFor(runtime, client), { threadId, to: timestamp }));
    expect(await unreadByOrder(runtime.db, client)).toEqual(new Map([[orderId, 1]]));
    expect(must(await readThread(ctxFor(runtime, writer), { threadId })).readByOther).toBe(timestamp);
    must(await say(client, threadId, "Good"));
    expect(await unreadByOrder(runtime.db, client)).toEqual(new Map());
    expect(await unreadByOrder(runtime.db, writer)).toEqual(new Map([[orderId, 1]]));
  });

  test("read no further than the last message, and never back", async () => {
    const { client, writer, orderId, threadId } = await inWork();
    const read = async (to: string) => must(await markThreadRead(ctxFor(runtime, client), { threadId, to }));
    const readTo = async () => must(await readThread(ctxFor(runtime, writer), { threadId })).readByOther;
    const unread = async () => (await unreadByOrder(runtime.db, client)).get(orderId) ?? 0;
    const { timestamp: first } = must(await say(writer, threadId, "One"));
    const { timestamp: last } = must(await say(writer, threadId, "Two"));
    await read(new Date(Date.parse(last) + 3_600_000).toISOString());
    expect([await readTo(), await unread()]).toEqual([last, 0]);
    await read(first);
    expect([await readTo(), await unread()], "an earlier mark").toEqual([last, 0]);
  });

  test("write at the same time, and each message is counted", async () => {
    const { client, writer, threadId } = await inWork();
    const [before] = await runtime.db.select().from(threads).where(eq(threads.id, threadId));
    await Promise.all(Array.from({ length: 12 }, (_, at) => say(at % 2 ? client : writer, threadId, `line ${at}`)));
    const [after] = await runtime.db.select().from(threads).where(eq(threads.id, threadId));
    expect((after?.version ?? 0) - (before?.version ?? 0)).toBe(12);
  });
});

test("a mail names files as the other side sees them: without ways to reach somebody, and without the writer's name", async () => {
  const { client, writer, threadId } = await inWork();
  const at = runtime.clock();
  const account = { id: writer.id, name: "Maria Weber", email: writer.email, role: 2, emailVerified: true };
  await runtime.db.insert(people).values({ ...account, createdAt: at, updatedAt: at });
  const sent = { threadId, message: "", timestamp: at };
  await runtime.db.insert(threadMessages).values([
    {
      ...sent,
      id: newId(),
      side: "writer",
      senderId: writer.id,
      attachmentName: "Maria_Weber essay ann@pens.example.docx",
    },
    { ...sent, id: newId(), side: "client", senderId: client.id, attachmentName: "brief_ann@pens.example.pdf" },
  ]);
  const toClient = await unreadInThread(runtime.db, threadId, "client");
  const toWriter = await unreadInThread(runtime.db, threadId, "writer");
  expect(toClient?.texts).toEqual([expect.stringMatching(/^File: .*essay .*\.docx$/)]);
  expect(toWriter?.texts).toEqual([expect.stringMatching(/^File: brief.*\.pdf$/)]);
  expect(JSON.stringify([toClient, toWriter])).not.toMatch(/pens\.example|Maria|Weber/);
});

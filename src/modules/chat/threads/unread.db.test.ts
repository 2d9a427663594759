import { expect, test } from "vitest";
import { people } from "#src/modules/accounts/tables.ts";
import { openOrderRuntime, orderIn } from "#src/modules/orders/orders.testing.ts";
import { newId } from "#src/platform/ids.ts";
import { ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { threadMessages } from "../tables.ts";
import { orderThread } from "./order-thread.server.ts";
import { unreadInThread } from "./unread.ts";

const runtime = await forThisFile(openOrderRuntime());

test("a mail names files as the other side sees them: without ways to reach somebody, and without the writer's name", async () => {
  const { client, writer, orderId } = await orderIn(runtime, "in_progress");
  const threadId = (await orderThread(ctxFor(runtime, client), orderId))?.thread?.id ?? "";
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

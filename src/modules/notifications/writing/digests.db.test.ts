import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { sendToThread } from "#src/modules/chat/index.server.ts";
import { threads } from "#src/modules/chat/tables.ts";
import { openThread } from "#src/modules/chat/threads/follow-order.ts";
import { markThreadRead } from "#src/modules/chat/threads/read-thread.ts";
import { must, openOrderRuntime, orderIn } from "#src/modules/orders/orders.testing.ts";
import { newId } from "#src/platform/ids.ts";
import { mails } from "#src/platform/tables.ts";
import { runDueTimers } from "#src/platform/timers.ts";
import type { Person } from "#src/shared/viewer.ts";
import { ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { digestTimers, threadDigestHandler } from "../index.server.ts";
import { peopleAlone } from "../notices.testing.ts";

const { off, sources } = peopleAlone();
const runtime = await forThisFile(
  openOrderRuntime({ eventHandlers: [threadDigestHandler], env: { LIMITS_FACTOR: "1000" } }),
);

const inWork = async () => {
  const cast = await orderIn(runtime, "in_progress");
  must(await openThread(ctxFor(runtime, cast.client), { orderId: cast.orderId }));
  const [row] = await runtime.db.select().from(threads).where(eq(threads.orderId, cast.orderId));
  return { ...cast, threadId: row?.id ?? "" };
};
const say = async (who: Person, threadId: string, message: string) => {
  must(await sendToThread(ctxFor(runtime, who), { threadId, id: newId(), message }));
  await runtime.dispatchEvents();
};
const pass = async (minutes: number) => {
  runtime.setNow(new Date(runtime.clock().getTime() + minutes * 60_000));
  await runDueTimers(runtime, digestTimers(sources));
};
const lettersTo = async ({ id }: Person) =>
  (
    await runtime.db
      .select()
      .from(mails)
      .where(eq(mails.to, `${id}@people.test`))
  ).map(({ kind, content, subject }) => ({ kind, text: `${subject}\n${JSON.stringify(content)}` }));

test("what stays unread goes out as one mail after some minutes, under the pseudonym, with what is hidden hidden", async () => {
  const { client, writer, threadId } = await inWork();
  await say(writer, threadId, "Good evening.");
  await pass(5);
  await say(writer, threadId, "Vienna or Berlin? nina.k@example.com");
  expect(await lettersTo(client)).toEqual([]);
  await pass(60);
  const [mail, ...more] = await lettersTo(client);
  expect(more).toEqual([]);
  expect(mail?.kind).toBe("thread.for-client");
  for (const part of ["Good evening.", "Vienna or Berlin? [e-mail address hidden]", "Writer "])
    expect(mail?.text).toContain(part);
  for (const part of ["nina.k", writer.name, writer.email, writer.id]) expect(mail?.text).not.toContain(part);
  await pass(600);
  expect(await lettersTo(client)).toHaveLength(1);
  expect(await lettersTo(writer)).toEqual([]);
});

test("no mail for what was read in time, for who does not want any, and for a writer who no longer has the order", async () => {
  const { client, writer, threadId } = await inWork();
  await say(client, threadId, "One");
  must(await markThreadRead(ctxFor(runtime, writer), { threadId, to: runtime.clock() }));
  await pass(60);
  expect(await lettersTo(writer)).toEqual([]);
  off.set(writer.id, ["thread.for-writer"]);
  await say(client, threadId, "Two");
  await pass(60);
  expect(await lettersTo(writer)).toEqual([]);
  off.delete(writer.id);
  await say(client, threadId, "Three");
  await runtime.database.pool.query("update orders.orders set writer_id = null where client_id = $1", [client.id]);
  await pass(60);
  expect(await lettersTo(writer)).toEqual([]);
});

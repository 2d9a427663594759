import { and, eq, ne } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { orderForTalk, orderForWriter } from "#src/modules/orders/index.server.ts";
import {
  approve,
  doAct,
  must,
  newWriter,
  openOrderRuntime,
  orderIn,
  person,
} from "#src/modules/orders/orders.testing.ts";
import { inTransaction } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { systemCtx } from "#src/platform/runtime.ts";
import { done } from "#src/shared/outcome.ts";
import type { Person } from "#src/shared/viewer.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { chatTopics } from "../messages/topics.ts";
import { threadMessages, threads } from "../tables.ts";
import { orderStepHandlers, stepsInThread } from "./follow-order.ts";
import { oldHiddenTexts, revealHidden } from "./hidden-details.ts";
import { orderThread } from "./order-thread.server.ts";
import { markThreadRead, readThread, unreadByOrder, unreadInThread } from "./read-thread.ts";
import { sendToThread } from "./send-to-thread.ts";

const runtime = await openOrderRuntime({ env: { LIMITS_FACTOR: "100000" } });
afterAll(() => runtime.drop());
const published: string[] = [];
runtime.live = {
  publish: (topic, version) => void published.push(`${topic} ${version}`),
  ephemeral: (topic, state) => void published.push(`${topic} ${JSON.stringify(state)}`),
};

const threadFor = async (who: Person, orderId: string) =>
  (await orderThread(ctxFor(runtime, who), orderId))?.thread ?? null;
const say = (who: Person, threadId: string, message: string, id = newId()) =>
  sendToThread(ctxFor(runtime, who), { threadId, id, message });
const texts = async (who: Person, threadId: string) =>
  must(await readThread(ctxFor(runtime, who), { threadId })).messages.map(
    ({ mine, message }) => `${mine ? "me" : "they"}: ${message}`,
  );

/** An order in work, and the thread that its page opened. */
const inWork = async () => {
  const cast = await orderIn(runtime, "in_progress");
  const thread = await threadFor(cast.client, cast.orderId);
  if (!thread) throw new Error("The page opened no thread.");
  return { ...cast, threadId: thread.id };
};

const endOf = async (orderId: string): Promise<number> =>
  (await orderForTalk(runtime.db, orderId))?.endedAt?.getTime() ?? 0;

describe("client and writer of an order", () => {
  test("write to each other, once each, in one order, under their pseudonyms", async () => {
    const { client, writer, orderId, threadId } = await inWork();
    expect((await threadFor(writer, orderId))?.id).toBe(threadId);
    const id = newId();
    const first = must(await say(client, threadId, "Vienna and Berlin please.", id));
    const again = must(await say(client, threadId, "Vienna and Berlin please.", id));
    expect(again).toEqual({ ...first, again: true });
    must(await say(writer, threadId, "Thank you."));
    await Promise.all(Array.from({ length: 10 }, (_, at) => say(at % 2 ? client : writer, threadId, `line ${at}`)));
    const [asClient, asWriter] = [await texts(client, threadId), await texts(writer, threadId)];
    expect(asClient.slice(0, 2)).toEqual(["me: Vienna and Berlin please.", "they: Thank you."]);
    expect(asClient).toHaveLength(12);
    expect(asWriter).toEqual(
      asClient.map((line) => (line.startsWith("me") ? line.replace("me", "they") : line.replace("they", "me"))),
    );
    const shown = await orderThread(ctxFor(runtime, client), orderId);
    expect(shown?.names).toEqual({ me: "You", other: expect.stringMatching(/^Writer /) });
    expect((await orderThread(ctxFor(runtime, writer), orderId))?.names.other).toMatch(/^Client /);
    expect(published).toContain(`thread:${threadId} 2`);
  });

  test("a message's id of another thread or person is refused, and nothing is revealed about it", async () => {
    const [one, other] = [await inWork(), await inWork()];
    const id = newId();
    must(await say(one.client, one.threadId, "The first order.", id));
    for (const [who, threadId] of [[other.client, other.threadId] as const, [one.writer, one.threadId] as const])
      expect(await say(who, threadId, "Something else.", id)).toMatchObject({ ok: false, code: "not-found" });
    expect(await texts(other.client, other.threadId)).toEqual([]);
    expect(await texts(one.client, one.threadId)).toEqual(["me: The first order."]);
  });

  test("an admin who may handle orders reads it and writes nothing there", async () => {
    const { client, admin, orderId, threadId } = await inWork();
    must(await say(client, threadId, "Hello"));
    expect(await texts(admin, threadId)).toEqual(["me: Hello"]);
    expect(await say(admin, threadId, "From the team")).toMatchObject({ ok: false, code: "not-found" });
    expect((await threadFor(admin, orderId))?.closed).toMatch(/^You read/);
  });

  test("nobody else has anything of it", async () => {
    const { client, threadId, orderId } = await inWork();
    must(await say(client, threadId, "Hello"));
    const others = [person(), await newWriter(runtime), person(3, { capabilities: ["chat", "money"] })];
    for (const who of [...others, { kind: "guest" as const }]) {
      const ctx = ctxFor(runtime, who);
      expect(await readThread(ctx, { threadId })).toMatchObject({ ok: false, code: "not-found" });
      expect((await sendToThread(ctx, { threadId, id: newId(), message: "me too" })).ok).toBe(false);
      expect((await markThreadRead(ctx, { threadId, to: new Date() })).ok).toBe(false);
      expect(await chatTopics.find(({ kind }) => kind === "thread")?.maySee(ctx, threadId)).toBe(false);
      expect(await orderThread(ctx, orderId)).toBeNull();
    }
  });

  test("a writer whose factor is missing has nothing of it", async () => {
    const { writer, threadId } = await inWork();
    const waiting = { ...writer, role: 1 as const, waitingRole: 2 as const };
    expect(await readThread(ctxFor(runtime, waiting), { threadId })).toMatchObject({ code: "not-found" });
  });
});

describe("another writer", () => {
  test("begins a thread of their own; the earlier one has nothing, the client reads both", async () => {
    const { client, writer, admin, orderId, threadId } = await inWork();
    const first = newId();
    must(await say(client, threadId, "For the first writer", first));
    const topic = chatTopics.find(({ kind }) => kind === "thread");
    const followers = [client, writer, admin, person()].flatMap((viewer) => [
      { viewer, id: threadId },
      { viewer, id: newId() },
    ]);
    const [yes, no] = [true, false];
    expect(await topic?.stillSee?.(runtime.db, followers)).toEqual([yes, no, yes, no, yes, no, no, no]);
    expect((await unreadInThread(runtime.db, threadId, "writer"))?.personId).toBe(writer.id);
    must(await doAct(runtime, admin, orderId, "reassign", { reason: "ill" }));
    expect(await unreadInThread(runtime.db, threadId, "writer"), "no e-mail to who lost the order").toBeNull();
    expect(await topic?.stillSee?.(runtime.db, followers)).toEqual([yes, no, no, no, yes, no, no, no]);
    expect((await orderThread(ctxFor(runtime, client), orderId))?.thread).toBeNull();
    const next = await newWriter(runtime);
    must(await doAct(runtime, admin, orderId, "assign", { writerId: next.id }));
    expect((await orderThread(ctxFor(runtime, next), orderId))?.thread).toBeNull();
    must(await doAct(runtime, next, orderId, "accept"));
    const fresh = await threadFor(next, orderId);
    expect(fresh?.id).not.toBe(threadId);
    expect(fresh?.page.messages).toEqual([]);
    for (const who of [writer, next])
      expect(await readThread(ctxFor(runtime, who), { threadId })).toMatchObject({ code: "not-found" });
    const shown = await orderThread(ctxFor(runtime, client), orderId);
    expect(shown?.thread?.id).toBe(fresh?.id);
    expect(shown?.earlier.map(({ page }) => page.messages.length)).toEqual([1]);
    // What the client wrote to the first one and could not send then is not for the second.
    expect(await say(client, threadId, "late")).toMatchObject({ code: "conflict" });
    // A message's id that stands in the other conversation is not this one sent twice.
    expect(await say(client, fresh?.id ?? "", "For the second", first)).toMatchObject({ code: "not-found" });
    expect(await texts(next, fresh?.id ?? "")).toEqual([]);
  });
});

describe("after the end of an order", () => {
  test("it stays open for some days, then says why it is closed", async () => {
    const { client, writer, orderId } = await orderIn(runtime, "delivered");
    const thread = await threadFor(writer, orderId);
    await approve(runtime, client, orderId);
    const [now, ended] = [runtime.clock(), await endOf(orderId)];
    runtime.setNow(new Date(ended + 14 * 86_400_000 - 1));
    must(await say(client, thread?.id ?? "", "Thank you"));
    runtime.setNow(new Date(ended + 14 * 86_400_000));
    const refused = await say(client, thread?.id ?? "", "One more");
    expect(refused).toMatchObject({ code: "conflict", message: expect.stringContaining("14 days later") });
    expect((await threadFor(client, orderId))?.closed).toContain("14 days later");
    runtime.setNow(now);
  });
});

describe("contact details", () => {
  const typed = "Mail me: ann@example.com, or call +49 171 2345678";

  test("are stored masked, and as typed only sealed", async () => {
    const { client, writer, threadId } = await inWork();
    must(await say(client, threadId, typed));
    const [row] = await runtime.db.select().from(threadMessages).where(eq(threadMessages.threadId, threadId));
    expect(row).toMatchObject({
      message: "Mail me: [e-mail address hidden], or call [number hidden]",
      hidden: ["email", "number"],
    });
    expect(JSON.stringify(row)).not.toMatch(/ann@|2345678/);
    // The name of a writer's account is one of them.
    must(await say({ ...writer, name: "Anna Kowalska" }, threadId, "Regards, anna kowalska"));
    const page = must(await readThread(ctxFor(runtime, writer), { threadId }));
    expect(page.messages[0]).toMatchObject({ masked: true, message: row?.message });
    expect(page.messages[1]?.message).toBe("Regards, [name hidden]");
    expect(JSON.stringify(page)).not.toContain("sealed");
  });

  test("admins read them in a dispute alone, and that is noted", async () => {
    const { client, writer, admin, orderId, threadId } = await inWork();
    must(await say(client, threadId, typed));
    const reveal = (who: Person) => revealHidden(ctxFor(runtime, who), { orderId });
    expect(await reveal(admin)).toMatchObject({ code: "conflict" });
    await runtime.db.execute(`update orders.orders set status = 'disputed' where id = '${orderId}'`);
    expect(must(await reveal(admin))).toEqual([expect.objectContaining({ text: typed })]);
    for (const side of [client, writer])
      expect(await reveal(person(3, { id: side.id }))).toMatchObject({ code: "forbidden" });
    for (const who of [client, writer, person(3, { capabilities: ["chat"] })])
      expect(await reveal(who)).toMatchObject({ code: "not-found" });
    const { rows } = await runtime.database.pool.query(
      "select actor from platform.audit where action = 'chat.hidden-read'",
    );
    expect(rows).toEqual([{ actor: admin.id }]);
  });

  test("are deleted some days after the order ended, and not before", async () => {
    const { client, orderId } = await orderIn(runtime, "delivered");
    const thread = await threadFor(client, orderId);
    must(await say(client, thread?.id ?? "", typed));
    const sealed = async () =>
      (
        await runtime.db
          .select()
          .from(threadMessages)
          .where(and(eq(threadMessages.threadId, thread?.id ?? ""), ne(threadMessages.side, "system")))
      ).map((row) => row.sealed !== null);
    await approve(runtime, client, orderId);
    const [now, ended] = [runtime.clock(), await endOf(orderId)];
    runtime.setNow(new Date(ended + 30 * 86_400_000 - 1));
    await oldHiddenTexts.remove(runtime, runtime.clock());
    expect(await sealed()).toEqual([true]);
    runtime.setNow(new Date(ended + 30 * 86_400_000));
    await oldHiddenTexts.remove(runtime, runtime.clock());
    expect(await sealed()).toEqual([false]);
    runtime.setNow(now);
  });
});

test("two openings at once make one thread", async () => {
  const { client, writer, orderId } = await orderIn(runtime, "in_progress");
  await Promise.all([client, writer, client, writer].map((who) => threadFor(who, orderId)));
  expect(await runtime.db.$count(threads, eq(threads.orderId, orderId))).toBe(1);
});

describe("steps of the order", () => {
  const follow = async (orderId: string) => {
    for (const { on, run } of orderStepHandlers)
      if (on === "order.held")
        await inTransaction(systemCtx(runtime, "test"), async (work) => {
          await run(work, { id: newId(), name: on, subject: orderId, payload: {}, at: runtime.clock() });
          return done(null);
        });
  };
  const lines = async (who: Person, threadId: string) =>
    must(await readThread(ctxFor(runtime, who), { threadId })).messages.map(
      ({ senderType, mine, message }) => `${senderType === "system" ? "-" : mine ? "me" : "they"} ${message}`,
    );

  test("stand in the conversation once, with the words of a question and its answer, for both sides", async () => {
    const { client, writer, orderId, threadId } = await inWork();
    must(await say(writer, threadId, "Good evening."));
    must(await doAct(runtime, writer, orderId, "hold", { question: "Metres or feet? nina.k@example.com" }));
    await follow(orderId);
    await follow(orderId);
    runtime.setNow(new Date(runtime.clock().getTime() + 155 * 60_000));
    must(await doAct(runtime, client, orderId, "answer", { answer: "Metres." }));
    await follow(orderId);
    expect(await lines(writer, threadId)).toEqual([
      "me Good evening.",
      "me Metres or feet? [e-mail address hidden]",
      "- The work is paused until the answer",
      "they Metres.",
      "- The work continues. Deadlines moved by 2\u00a0h",
    ]);
    expect(await lines(client, threadId)).toContain("they Metres or feet? [e-mail address hidden]");
    const { messages } = must(await readThread(ctxFor(runtime, client), { threadId }));
    expect(messages.map(({ masked = false }) => masked)).toEqual([false, true, false, false, false]);
    expect(await unreadByOrder(runtime.db, client)).toEqual(new Map([[orderId, 1]]));
    // Neither the own answer nor a note of the clock is unread.
    must(await markThreadRead(ctxFor(runtime, client), { threadId, to: messages[1]?.timestamp ?? "" }));
    expect(await unreadByOrder(runtime.db, client)).toEqual(new Map());
    const { history } = must(await orderForWriter(ctxFor(runtime, writer), { orderId }));
    const there = await stepsInThread(runtime.db, { history });
    expect(history.filter(({ id }) => there.has(id)).map(({ action }) => action)).toEqual(["hold", "answer"]);
  });

  test("of before are there when a conversation is opened late, at their own times", async () => {
    const { client, writer, orderId } = await orderIn(runtime, "in_progress");
    must(await doAct(runtime, writer, orderId, "hold", { question: "Metres or feet?" }));
    const asked = runtime.clock();
    runtime.setNow(new Date(asked.getTime() + 3_600_000));
    const thread = await threadFor(client, orderId);
    expect(await lines(client, thread?.id ?? "")).toHaveLength(2);
    expect(thread?.page.messages[0]?.timestamp).toBe(asked.toISOString());
  });

  test("are no mail: what is unread is what the other side wrote", async () => {
    const { writer, orderId, threadId } = await inWork();
    must(await doAct(runtime, writer, orderId, "hold", { question: "Metres or feet?" }));
    await follow(orderId);
    expect((await unreadInThread(runtime.db, threadId, "client"))?.texts).toEqual(["Metres or feet?"]);
    expect(await unreadInThread(runtime.db, threadId, "writer")).toBeNull();
  });
});

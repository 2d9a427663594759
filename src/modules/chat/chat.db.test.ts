import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newId } from "#src/platform/ids.ts";
import type { Person } from "#src/shared/viewer.ts";
import { createPerson } from "#tests/support/people.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { chatFixture, must } from "./chat-fixture.testing.ts";
import { markRead, openChat } from "./commands/chat-messages.ts";
import { assignChat, closeChat, readInbox, sendMessage } from "./index.server.ts";
import { publishTyping } from "./messages/topics.ts";
import { cursorOf } from "./panel/conversation.ts";

const { runtime, published, say, read } = await chatFixture();

const rowOf = async (id: string) =>
  (await runtime.database.pool.query("select * from chat.chats where id = $1", [id])).rows[0];

describe("a chat", () => {
  test("is made at its first opening, once, with the fields that programs read", async () => {
    const client = await createPerson(runtime, { name: "Linh" });
    const opened = await Promise.all(Array.from({ length: 8 }, () => openChat(ctxFor(runtime, client), {})));
    expect(opened.map((one) => must(one).chatId)).toEqual(Array(8).fill(client.id));
    expect(await rowOf(client.id)).toMatchObject({ user_name: "Linh", user_email: client.email, user_role: 1 });
    must(await say(client, "Hello"));
    const row = await rowOf(client.id);
    expect(row).toMatchObject({
      last_message: "Hello",
      last_sender: client.id,
      last_sender_role: 1,
      support_unread: 1,
    });
    expect(row.waiting_since).toEqual(row.last_message_time);
  });

  test("names an admin as Support to the client, and never by name or id", async () => {
    const [client, admin] = [
      await createPerson(runtime),
      await createPerson(runtime, { role: 3, name: "Petra Admin" }),
    ];
    must(await say(client, "One"));
    must(await say(admin, "Two", { chatId: client.id }));
    const page = await read(client);
    expect(page.messages.map(({ message, mine, fromSupport }) => [message, mine, fromSupport])).toEqual([
      ["One", true, false],
      ["Two", false, true],
    ]);
    expect(JSON.stringify(page)).not.toContain(admin.id);
    expect(JSON.stringify(page)).not.toContain("Petra");
    expect((await read(admin, client.id)).messages.map(({ mine }) => mine)).toEqual([false, true]);
  });

  test("typing shows the client that Support writes, and shows admins who does", async () => {
    const [client, admin] = [
      await createPerson(runtime),
      await createPerson(runtime, { role: 3, name: "Petra Admin" }),
    ];
    published.length = 0;
    must(publishTyping(ctxFor(runtime, admin), client.id));
    must(publishTyping(ctxFor(runtime, admin), client.id));
    expect(published).toHaveLength(2);
    expect(published[0]).toBe(`chat:${client.id} {"typing":"support"}`);
    expect(published[1]).toContain("Petra Admin");
  });

  test("a message with the same id is sent once, however often and at once", async () => {
    const client = await createPerson(runtime);
    const id = newId();
    const tries = await Promise.all(
      Array.from({ length: 12 }, () => sendMessage(ctxFor(runtime, client), { id, message: "Once" })),
    );
    expect(tries.filter((one) => one.ok && !one.value.again)).toHaveLength(1);
    expect((await read(client)).messages).toHaveLength(1);
  });

  test("a message's id of another chat or person is refused, and nothing is revealed about it", async () => {
    const [client, other] = [await createPerson(runtime), await createPerson(runtime)];
    const admin = ctxFor(runtime, await createPerson(runtime, { role: 3 }));
    const [mine, answer] = [newId(), newId()];
    for (const who of [client, other]) must(await say(who, "Hello"));
    must(await sendMessage(ctxFor(runtime, client), { id: mine, message: "Mine" }));
    must(await sendMessage(admin, { chatId: client.id, id: answer, message: "Yes" }));
    for (const refused of [
      await sendMessage(ctxFor(runtime, other), { id: mine, message: "Mine" }),
      await sendMessage(admin, { chatId: client.id, id: mine, message: "Mine" }),
      await sendMessage(admin, { chatId: other.id, id: answer, message: "Yes" }),
    ])
      expect(refused).toMatchObject({ ok: false, code: "not-found" });
    expect((await read(client)).messages.map(({ message }) => message)).toEqual(["Hello", "Mine", "Yes"]);
    expect((await read(other)).messages.map(({ message }) => message)).toEqual(["Hello"]);
  });

  test("an answer ends the waiting, takes the chat and is unread until it is read", async () => {
    const [client, admin] = [await createPerson(runtime), await createPerson(runtime, { role: 3 })];
    must(await say(client, "Are you there?"));
    must(await say(admin, "Yes", { chatId: client.id }));
    expect(await rowOf(client.id)).toMatchObject({
      waiting_since: null,
      assigned_to: admin.id,
      client_unread: 1,
      support_unread: 0,
    });
    expect((await read(client)).unread).toBe(1);
    const [last] = (await read(client)).messages.slice(-1);
    must(await markRead(ctxFor(runtime, client), { chatId: client.id, to: last?.timestamp }));
    expect((await read(client)).unread).toBe(0);
    expect((await read(admin, client.id)).readByOther).toBe(last?.timestamp);
  });

  test("closing writes a line, and a new message opens the chat again", async () => {
    const [client, admin] = [await createPerson(runtime), await createPerson(runtime, { role: 3 })];
    must(await say(client, "Thanks"));
    must(await closeChat(ctxFor(runtime, admin), { chatId: client.id, seen: runtime.clock() }));
    const page = await read(client);
    expect([page.state, page.messages.at(-1)?.senderType]).toEqual(["closed", "system"]);
    must(await say(client, "One more thing"));
    expect((await read(client)).state).toBe("open");
  });

  test("a request for what the operator does not do is refused with what it can do instead", async () => {
    const [client, admin] = [await createPerson(runtime), await createPerson(runtime, { role: 3 })];
    const refused = await say(client, "Hello. Can you take my chemistry exam on Friday?");
    expect(refused).toMatchObject({ ok: false, code: "invalid", fields: [{ path: "message" }] });
    expect(refused.ok ? "" : refused.message).toMatch(/practice paper.*“Can you take my chemistry exam on Friday”/);
    expect(refused).toMatchObject({ data: { mayAsk: true } });
    must(await say(client, "I cannot log in to my account."));
    must(await say(client, "my e-mail password is hunter2"));
    must(await say(admin, "Please take my exam, as one says.", { chatId: client.id }));
    const { messages } = await read(client);
    expect(messages.map(({ message }) => message)).toEqual([
      "I cannot log in to my account.",
      "my e-mail password is [log-in hidden]",
      "Please take my exam, as one says.",
    ]);
  });

  test("Support reads a refused message when its writer asks a person, without the log-in in it", async () => {
    const client = await createPerson(runtime);
    const text = "Log in to my Canvas with the password hunter2 and take my exam.";
    expect(await say(client, text)).toMatchObject({ ok: false, code: "invalid" });
    must(await say(client, text, { askPerson: true }));
    const [message] = (await read(client)).messages;
    expect(message?.message).toMatch(/^Log in to my Canvas with the password \[log-in hidden\]/);
    expect((await rowOf(client.id)).support_unread).toBe(1);
  });

  test("two admins cannot take a chat from each other unseen", async () => {
    const [client, one, two] = [
      await createPerson(runtime),
      await createPerson(runtime, { role: 3 }),
      await createPerson(runtime, { role: 3 }),
    ];
    must(await say(client, "Help"));
    const take = (who: Person) => assignChat(ctxFor(runtime, who), { chatId: client.id, to: who.id, seen: null });
    const both = await Promise.all([take(one), take(two)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both.find(({ ok }) => !ok)).toMatchObject({ code: "conflict" });
  });
});

describe("the inbox", () => {
  test("shows who waits longest first, finds words in messages, and loses nobody between pages", async () => {
    const admin = await createPerson(runtime, { role: 3 });
    await runtime.database.pool.query("delete from chat.chats");
    const clients = await Promise.all(
      Array.from({ length: 60 }, (_, i) => createPerson(runtime, { name: `Client ${i}` })),
    );
    for (const client of clients) {
      runtime.setNow(new Date(runtime.clock().getTime() + 1000));
      must(await say(client, `I ask about ${client.name === "Client 7" ? "100%_sure lighthouses" : "deadlines"}`));
    }
    const ctx = ctxFor(runtime, admin);
    const first = must(await readInbox(ctx, { tab: "waiting" }));
    const second = must(await readInbox(ctx, { tab: "waiting", after: first.older }));
    expect([...first.lines, ...second.lines].map(({ id }) => id)).toEqual(clients.map(({ id }) => id));
    expect(second.older).toBeNull();
    for (const search of ["lighthouse", "100%_s"])
      expect(
        must(await readInbox(ctx, { tab: "all", search })).lines.map((line) => line.kind === "chat" && line.userName),
      ).toEqual(["Client 7"]);
    expect(must(await readInbox(ctx, { tab: "all", search: "1_0 sure" })).lines).toEqual([]);
  });
});

test("whoever catches up from any message gets every later one, in one order, while many write at once", async () => {
  const [client, admin] = [await createPerson(runtime), await createPerson(runtime, { role: 3 })];
  must(await say(client, "start"));
  const rounds = 6;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.boolean(), fc.string({ minLength: 1 })), { minLength: 1, maxLength: 12 }),
      async (lines) => {
        const before = (await read(client)).messages.at(-1);
        await Promise.all(
          lines.map(([support, text]) =>
            support ? say(admin, `.${text}`, { chatId: client.id }) : say(client, `.${text}`),
          ),
        );
        const caught: string[] = [];
        let from = before ? cursorOf(before) : undefined;
        for (;;) {
          const page = await read(client, client.id, { after: from });
          caught.push(...page.messages.map(cursorOf));
          from = caught.at(-1) ?? from;
          if (!page.newer) break;
        }
        expect(caught).toHaveLength(lines.length);
        expect([...caught].sort()).toEqual(caught);
        expect(new Set(caught).size).toBe(caught.length);
      },
    ),
    { numRuns: rounds },
  );
});

import { expect, test } from "vitest";
import { newId } from "#src/platform/ids.ts";
import { guest } from "#src/shared/viewer.ts";
import { createPerson } from "#tests/support/people.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { chatFixture, must } from "./chat-fixture.testing.ts";
import { markRead } from "./commands/chat-messages.ts";
import {
  addNote,
  assignChat,
  chatSidebar,
  chatTopics,
  closeChat,
  readChat,
  readInbox,
  reopenChat,
  sendMessage,
} from "./index.server.ts";
import { publishTyping } from "./messages/topics.ts";

const { runtime, say, read } = await chatFixture();

test("a foreign chat answers everywhere like one that never was", async () => {
  const [client, stranger, writer] = [
    await createPerson(runtime),
    await createPerson(runtime),
    await createPerson(runtime, { role: 2 }),
  ];
  const weak = { ...(await createPerson(runtime, { role: 3 })), capabilities: ["orders"] as const };
  must(await say(client, "Secret"));
  const never = newId();
  for (const viewer of [stranger, writer, weak, guest]) {
    const ctx = ctxFor(runtime, viewer);
    for (const chatId of [client.id, never]) {
      const answers = [
        await readChat(ctx, { chatId }),
        await markRead(ctx, { chatId, to: new Date().toISOString() }),
        await assignChat(ctx, { chatId, to: null, seen: null }),
        await closeChat(ctx, { chatId, seen: new Date() }),
        await reopenChat(ctx, { chatId }),
        await addNote(ctx, { chatId, text: "x" }),
        await chatSidebar(ctx, { chatId }),
        publishTyping(ctx, chatId),
      ];
      for (const answer of answers) expect(answer).toMatchObject({ ok: false, code: "not-found" });
      expect(await chatTopics[0]?.maySee(ctx, chatId)).toBe(false);
      if (viewer.kind === "person")
        expect(await sendMessage(ctx, { chatId, id: newId(), message: "x" })).toMatchObject({
          code: "not-found",
        });
    }
    expect(await readInbox(ctx, {})).toMatchObject({ code: "not-found" });
    expect(await chatTopics[1]?.maySee(ctx, "support")).toBe(false);
  }
  expect((await read(client)).messages).toHaveLength(1);
});

test("notes are for Support: nothing that the client reads knows of them", async () => {
  const [client, admin] = [await createPerson(runtime), await createPerson(runtime, { role: 3 })];
  must(await say(client, "Hi"));
  must(await addNote(ctxFor(runtime, admin), { chatId: client.id, text: "Paid late twice" }));
  expect(JSON.stringify(await read(client))).not.toContain("Paid late");
  expect(must(await chatSidebar(ctxFor(runtime, admin), { chatId: client.id })).notes[0]?.text).toBe("Paid late twice");
});

test("who wrote an answer is known among Support, and never to the person", async () => {
  const [client, admin] = [await createPerson(runtime), await createPerson(runtime, { role: 3, name: "Petra Admin" })];
  must(await say(client, "Hi"));
  must(await say(admin, "Hello.", { chatId: client.id }));
  expect((await read(admin, client.id)).messages.map(({ by }) => by)).toEqual([undefined, "Petra Admin"]);
  const response = JSON.stringify(await read(client));
  for (const secret of ["Petra", admin.id, admin.email, '"by"']) expect(response).not.toContain(secret);
});

test("an admin has no chat of the own: the specified words", async () => {
  const admin = await createPerson(runtime, { role: 3 });
  for (const who of [admin, { ...admin, role: 1, waitingRole: 3 } as const])
    expect(await say(who, "Hello")).toMatchObject({ message: "Chat session not initialized" });
});

test.each([
  ["blank", " \n\t ", "Write something"],
  ["of characters that nobody sees", "\u200b\u2060\u3164\u2800\u00ad\ufe0f", "Write something"],
  ["too long", "x".repeat(10_001), "at most 10,000"],
  ["much too long", "x".repeat(200_000), "at most 10,000"],
])("a %s text is refused in words", async (_what, message, text) => {
  const client = await createPerson(runtime);
  const refused = await say(client, message);
  expect(refused).toMatchObject({ ok: false, code: "invalid" });
  expect(JSON.stringify(refused)).toContain(text);
});

test("the eleventh message within ten seconds waits", async () => {
  const client = await createPerson(runtime);
  const strict = { ...runtime, config: { ...runtime.config, limitsFactor: 1 } };
  const codes: string[] = [];
  for (let i = 0; i < 11; i++) {
    const sent = await sendMessage(ctxFor(strict, client), { id: newId(), message: `m${i}` });
    codes.push(sent.ok ? "sent" : sent.code);
  }
  expect(codes).toEqual([...Array(10).fill("sent"), "too-many"]);
});

test("tries that are refused count, too", async () => {
  const [client, stranger] = [await createPerson(runtime), await createPerson(runtime)];
  const taken = newId();
  must(await sendMessage(ctxFor(runtime, client), { id: taken, message: "Mine" }));
  const strict = { ...runtime, config: { ...runtime.config, limitsFactor: 1 } };
  const codes: string[] = [];
  for (let i = 0; i < 12; i++) {
    const sent = await sendMessage(ctxFor(strict, stranger), { id: taken, message: "Mine, too" });
    codes.push(sent.ok ? "sent" : sent.code);
  }
  expect(codes).toEqual([...Array(10).fill("not-found"), "too-many", "too-many"]);
});

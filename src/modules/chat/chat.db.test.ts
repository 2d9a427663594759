import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Outcome } from "#src/shared/outcome.ts";
import { guest, type Person } from "#src/shared/viewer.ts";
import { ctxFor, type TestHouse } from "#tests/support/house.ts";
import { createAccountsHouse, createPerson } from "#tests/support/people.ts";
import {
  addNote,
  assignChat,
  besideChat,
  chatTopics,
  closeChat,
  markRead,
  myUnread,
  openChat,
  placeOf,
  readChat,
  readInbox,
  sendMessage,
  tellTyping,
} from "./index.server.ts";

let house: TestHouse;
let told: string[] = [];
beforeAll(async () => {
  house = await createAccountsHouse({ env: { LIMITS_FACTOR: "100000" } });
  house.live = {
    tell: (topic, version) => void told.push(`${topic} ${version}`),
    whisper: (topic, words) => void told.push(`${topic} ${JSON.stringify(words)}`),
  };
});
afterAll(() => house.drop());

const must = <T>(outcome: Outcome<T>): T => {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  return outcome.value;
};
const say = (who: Person, message: string, more: object = {}) =>
  sendMessage(ctxFor(house, who), { id: randomUUID(), message, ...more });
const read = async (who: Person, chatId = who.id, more: object = {}) =>
  must(await readChat(ctxFor(house, who), { chatId, ...more }));
const rowOf = async (id: string) =>
  (await house.database.pool.query("select * from chat.chats where id = $1", [id])).rows[0];

describe("a chat", () => {
  test("is made at its first opening, once, with the fields of section 3", async () => {
    const client = await createPerson(house, { name: "Linh" });
    const opened = await Promise.all(Array.from({ length: 8 }, () => openChat(ctxFor(house, client), {})));
    expect(opened.map((one) => must(one).chatId)).toEqual(Array(8).fill(client.id));
    expect(await rowOf(client.id)).toMatchObject({ user_name: "Linh", user_email: client.email, user_role: 1 });
    must(await say(client, "Hello"));
    const row = await rowOf(client.id);
    expect(row).toMatchObject({ last_message: "Hello", last_sender: client.id, last_sender_role: 1, office_unread: 1 });
    expect(row.waiting_since).toEqual(row.last_message_time);
  });

  test("names the office as Support to the client, and never by name or id", async () => {
    const [client, admin] = [await createPerson(house), await createPerson(house, { role: 3, name: "Petra Office" })];
    must(await say(client, "One"));
    must(await say(admin, "Two", { chatId: client.id }));
    const page = await read(client);
    expect(page.messages.map(({ message, mine, fromOffice }) => [message, mine, fromOffice])).toEqual([
      ["One", true, false],
      ["Two", false, true],
    ]);
    expect(JSON.stringify(page)).not.toContain(admin.id);
    expect(JSON.stringify(page)).not.toContain("Petra");
    expect((await read(admin, client.id)).messages.map(({ mine }) => mine)).toEqual([false, true]);
  });

  test("typing tells the client that Support writes, and the office who does", async () => {
    const [client, admin] = [await createPerson(house), await createPerson(house, { role: 3, name: "Petra Office" })];
    told = [];
    must(tellTyping(ctxFor(house, admin), client.id));
    must(tellTyping(ctxFor(house, admin), client.id));
    expect(told).toHaveLength(2);
    expect(told[0]).toBe(`chat:${client.id} {"typing":"office"}`);
    expect(told[1]).toContain("Petra Office");
  });

  test("a message with the same id is sent once, however often and at once", async () => {
    const client = await createPerson(house);
    const id = randomUUID();
    const tries = await Promise.all(
      Array.from({ length: 12 }, () => sendMessage(ctxFor(house, client), { id, message: "Once" })),
    );
    expect(tries.filter((one) => one.ok && !one.value.again)).toHaveLength(1);
    expect((await read(client)).messages).toHaveLength(1);
    const other = await createPerson(house);
    expect(await sendMessage(ctxFor(house, other), { id, message: "Mine" })).toMatchObject({ code: "not-found" });
  });

  test("an answer ends the waiting, takes the chat and is unread until it is read", async () => {
    const [client, admin] = [await createPerson(house), await createPerson(house, { role: 3 })];
    must(await say(client, "Are you there?"));
    must(await say(admin, "Yes", { chatId: client.id }));
    expect(await rowOf(client.id)).toMatchObject({
      waiting_since: null,
      assigned_to: admin.id,
      client_unread: 1,
      office_unread: 0,
    });
    expect(must(await myUnread(ctxFor(house, client), {})).unread).toBe(1);
    const [last] = (await read(client)).messages.slice(-1);
    must(await markRead(ctxFor(house, client), { chatId: client.id, to: last?.timestamp }));
    expect(must(await myUnread(ctxFor(house, client), {})).unread).toBe(0);
    expect((await read(admin, client.id)).readByOther).toBe(last?.timestamp);
  });

  test("closing writes a line, and a new message opens the chat again", async () => {
    const [client, admin] = [await createPerson(house), await createPerson(house, { role: 3 })];
    must(await say(client, "Thanks"));
    must(await closeChat(ctxFor(house, admin), { chatId: client.id, state: "closed" }));
    const page = await read(client);
    expect([page.state, page.messages.at(-1)?.senderType]).toEqual(["closed", "system"]);
    must(await say(client, "One more thing"));
    expect((await read(client)).state).toBe("open");
  });

  test("who asks for what the house does not do is told so, once a day, and the words are taken", async () => {
    const [client, admin] = [await createPerson(house), await createPerson(house, { role: 3 })];
    must(await say(client, "Can you take my chemistry exam on Friday?"));
    must(await say(client, "I mean: sit my chemistry exam."));
    must(await say(client, "I cannot log in to my account."));
    must(await say(admin, "We do not take my exam, as one says.", { chatId: client.id }));
    const { messages } = await read(client);
    expect(messages.map(({ senderType, mine }) => (senderType === "system" ? "line" : mine))).toEqual([
      true,
      "line",
      true,
      true,
      false,
    ]);
    expect(messages[1]?.message).toContain("practice paper");
    const one = await createPerson(house);
    must(await say(one, "my university password is hunter2"));
    const row = await rowOf(one.id);
    expect(row).toMatchObject({ last_sender: "system", office_unread: 1, last_sender_role: 0 });
    expect(row.last_message_time.getTime()).toBe(row.waiting_since.getTime() + 1);
    expect((await read(one)).messages).toHaveLength(2);
  });

  test("two admins cannot take a chat from each other unseen", async () => {
    const [client, one, two] = [
      await createPerson(house),
      await createPerson(house, { role: 3 }),
      await createPerson(house, { role: 3 }),
    ];
    must(await say(client, "Help"));
    const take = (who: Person) => assignChat(ctxFor(house, who), { chatId: client.id, to: who.id, seen: null });
    const both = await Promise.all([take(one), take(two)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both.find(({ ok }) => !ok)).toMatchObject({ code: "conflict" });
  });
});

describe("who may", () => {
  test("a foreign chat answers at every door like one that never was", async () => {
    const [client, stranger, writer] = [
      await createPerson(house),
      await createPerson(house),
      await createPerson(house, { role: 2 }),
    ];
    const weak = { ...(await createPerson(house, { role: 3 })), capabilities: ["orders"] as const };
    must(await say(client, "Secret"));
    const never = randomUUID();
    for (const viewer of [stranger, writer, weak, guest]) {
      const ctx = ctxFor(house, viewer);
      for (const chatId of [client.id, never]) {
        const answers = [
          await readChat(ctx, { chatId }),
          await markRead(ctx, { chatId, to: new Date().toISOString() }),
          await assignChat(ctx, { chatId, to: null, seen: null }),
          await closeChat(ctx, { chatId, state: "closed" }),
          await addNote(ctx, { chatId, text: "x" }),
          await besideChat(ctx, { chatId }),
          tellTyping(ctx, chatId),
        ];
        for (const answer of answers) expect(answer).toMatchObject({ ok: false, code: "not-found" });
        expect(await chatTopics[0]?.maySee(ctx, chatId)).toBe(false);
        if (viewer.kind === "person")
          expect(await sendMessage(ctx, { chatId, id: randomUUID(), message: "x" })).toMatchObject({
            code: "not-found",
          });
      }
      expect(await readInbox(ctx, {})).toMatchObject({ code: "not-found" });
      expect(await chatTopics[1]?.maySee(ctx, "office")).toBe(false);
    }
    expect((await read(client)).messages).toHaveLength(1);
  });

  test("notes are for the office: nothing that the client reads knows of them", async () => {
    const [client, admin] = [await createPerson(house), await createPerson(house, { role: 3 })];
    must(await say(client, "Hi"));
    must(await addNote(ctxFor(house, admin), { chatId: client.id, text: "Paid late twice" }));
    expect(JSON.stringify(await read(client))).not.toContain("Paid late");
    expect(must(await besideChat(ctxFor(house, admin), { chatId: client.id })).notes[0]?.text).toBe("Paid late twice");
  });

  test("an admin has no chat of the own: the specified words", async () => {
    const admin = await createPerson(house, { role: 3 });
    expect(await say(admin, "Hello")).toMatchObject({ message: "Chat session not initialized" });
  });

  test.each([
    ["blank", " \n\t ", "Write something"],
    ["too long", "x".repeat(10_001), "at most 10,000"],
    ["much too long", "x".repeat(200_000), "at most 10,000"],
  ])("a %s text is refused in words", async (_what, message, words) => {
    const client = await createPerson(house);
    const refused = await say(client, message);
    expect(refused).toMatchObject({ ok: false, code: "invalid" });
    expect(JSON.stringify(refused)).toContain(words);
  });

  test("the eleventh message within ten seconds waits", async () => {
    const client = await createPerson(house);
    const strict = { ...house, config: { ...house.config, limitsFactor: 1 } };
    const codes: string[] = [];
    for (let i = 0; i < 11; i++) {
      const sent = await sendMessage(ctxFor(strict, client), { id: randomUUID(), message: `m${i}` });
      codes.push(sent.ok ? "sent" : sent.code);
    }
    expect(codes).toEqual([...Array(10).fill("sent"), "too-many"]);
  });
});

test("tries that are refused count, too", async () => {
  const [client, stranger] = [await createPerson(house), await createPerson(house)];
  const taken = randomUUID();
  must(await sendMessage(ctxFor(house, client), { id: taken, message: "Mine" }));
  const strict = { ...house, config: { ...house.config, limitsFactor: 1 } };
  const codes: string[] = [];
  for (let i = 0; i < 12; i++) {
    const sent = await sendMessage(ctxFor(strict, stranger), { id: taken, message: "Mine, too" });
    codes.push(sent.ok ? "sent" : sent.code);
  }
  expect(codes).toEqual([...Array(10).fill("not-found"), "too-many", "too-many"]);
});

describe("the inbox", () => {
  test("shows who waits longest first, finds words in messages, and loses nobody between pages", async () => {
    const admin = await createPerson(house, { role: 3 });
    await house.database.pool.query("delete from chat.chats");
    const clients = await Promise.all(
      Array.from({ length: 60 }, (_, i) => createPerson(house, { name: `Client ${i}` })),
    );
    for (const client of clients) {
      house.setNow(new Date(house.clock().getTime() + 1000));
      must(await say(client, `I ask about ${client.name === "Client 7" ? "100%_sure lighthouses" : "deadlines"}`));
    }
    const ctx = ctxFor(house, admin);
    const first = must(await readInbox(ctx, { tab: "waiting" }));
    const second = must(await readInbox(ctx, { tab: "waiting", after: first.older }));
    expect([...first.lines, ...second.lines].map(({ id }) => id)).toEqual(clients.map(({ id }) => id));
    expect(second.older).toBeNull();
    for (const search of ["lighthouse", "100%_s"])
      expect(must(await readInbox(ctx, { tab: "all", search })).lines.map(({ userName }) => userName)).toEqual([
        "Client 7",
      ]);
    expect(must(await readInbox(ctx, { tab: "all", search: "100__sure" })).lines).toEqual([]);
  });
});

test("whoever catches up from any message gets every later one, in one order, while many write at once", async () => {
  const [client, admin] = [await createPerson(house), await createPerson(house, { role: 3 })];
  must(await say(client, "start"));
  const rounds = 6;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.boolean(), fc.string({ minLength: 1 })), { minLength: 1, maxLength: 12 }),
      async (lines) => {
        const before = (await read(client)).messages.at(-1);
        await Promise.all(
          lines.map(([office, text]) =>
            office ? say(admin, `.${text}`, { chatId: client.id }) : say(client, `.${text}`),
          ),
        );
        const caught: string[] = [];
        let from = before ? placeOf(before) : undefined;
        for (;;) {
          const page = await read(client, client.id, { after: from });
          caught.push(...page.messages.map(placeOf));
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

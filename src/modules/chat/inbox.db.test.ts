import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adminsWhoMay } from "#src/modules/accounts/index.server.ts";
import { newId } from "#src/platform/ids.ts";
import { textPart } from "#src/platform/mail/render-mail.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { guest, type Person, type SealPart, sealedText } from "#src/shared/viewer.ts";
import { must } from "#tests/support/must.ts";
import { createAccountsRuntime, createPerson } from "#tests/support/people.ts";
import { ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import {
  addNote,
  answerEnquiry,
  askEnquiry,
  assignChat,
  chatTopics,
  inboxCounts,
  readEnquiry,
  readInbox,
  sendMessage,
  sendTranscript,
} from "./index.server.ts";

let runtime: TestRuntime;
let client: Person;
let admin: Person;
beforeAll(async () => {
  runtime = await createAccountsRuntime();
  client = await createPerson(runtime, { name: "Linh", timeZone: "Europe/Berlin" });
  admin = await createPerson(runtime, { role: 3, name: "Petra Admin" });
});
afterAll(() => runtime.drop());

const rows = async (text: string) => (await runtime.database.pool.query(text)).rows;
const strangers = async (): Promise<Ctx[]> => {
  const weak = { ...(await createPerson(runtime, { role: 3 })), capabilities: ["orders"] as const };
  return [await createPerson(runtime), await createPerson(runtime, { role: 2 }), weak, guest].map((who) =>
    ctxFor(runtime, who),
  );
};
const from = (address: string): Ctx => ({ ...ctxFor(runtime), request: { id: "test", address } });
const question = (text: string, more: object = {}) => ({ name: "Omar", email: "omar@example.com", text, ...more });

describe("a transcript", () => {
  test("goes to the person's own address, readable, without notes and without names of Support", async () => {
    must(await sendMessage(ctxFor(runtime, client), { id: newId(), message: "Hello\n\n<b>two</b> lines" }));
    must(await sendMessage(ctxFor(runtime, admin), { id: newId(), chatId: client.id, message: "We look." }));
    must(await addNote(ctxFor(runtime, admin), { chatId: client.id, text: "Paid late" }));
    expect(must(await sendTranscript(ctxFor(runtime, admin), { chatId: client.id }))).toEqual({ to: client.email });
    const [mail] = await rows("select * from platform.mails where kind = 'chat.transcript'");
    expect(mail.to).toBe(client.email);
    const text = textPart(mail.content, { link: null, siteName: "Shop", baseUrl: "https://shop.test" });
    expect(text).toContain(
      "You, Tue 10 March 2026, 13:00\nHello\n\n<b>two</b> lines\n\nSupport, Tue 10 March 2026, 13:00\nWe look.",
    );
    expect(text).toContain("Berlin, UTC+1");
    for (const secret of ["Petra", "Paid late", admin.id]) expect(JSON.stringify(mail)).not.toContain(secret);
  });

  test("five a day: the sixth says when, and the next day is a new one", async () => {
    const ctx = ctxFor(runtime, admin);
    for (let sent = 1; sent < 5; sent++) must(await sendTranscript(ctx, { chatId: client.id }));
    const sixth = await sendTranscript(ctx, { chatId: client.id });
    expect(sixth).toMatchObject({ code: "too-many", message: expect.stringContaining("5 times today") });
    expect(await rows("select 1 from platform.mails where kind = 'chat.transcript'")).toHaveLength(5);
    runtime.setNow(new Date("2026-03-11T12:00:00Z"));
    must(await sendTranscript(ctx, { chatId: client.id }));
  });

  test("long talks are cut at the oldest end, and say so", async () => {
    const writer = await createPerson(runtime, { role: 2 });
    must(await sendMessage(ctxFor(runtime, writer), { id: newId(), message: "The first" }));
    await runtime.database.pool.query(
      `insert into chat.messages (id, chat_id, message, sender_id, sender_type, sender_role, timestamp)
       select gen_random_uuid(), $1::uuid, repeat('long words ', 900) || n, $1::text, 'user', 2, now() + n * interval '1 second'
       from generate_series(1, 200) n`,
      [writer.id],
    );
    must(await sendTranscript(ctxFor(runtime, writer), { chatId: writer.id }));
    const [mail] = await rows(`select content from platform.mails where "to" = '${writer.email}'`);
    const paragraphs: string[] = mail.content.paragraphs;
    expect(paragraphs[0]).toMatch(/^\d+ earlier messages are not in this e-mail/);
    expect(paragraphs.at(-2)).toMatch(/200$/);
    expect(paragraphs.join("")).not.toContain("The first");
  });

  test("of an empty chat is refused, and of a foreign one answers like one that never was", async () => {
    for (const ctx of await strangers())
      for (const chatId of [client.id, newId()])
        expect(await sendTranscript(ctx, { chatId })).toMatchObject({ code: "not-found" });
  });
});

describe("an enquiry", () => {
  test("sent many times at once, and again the next morning, is one", async () => {
    const asked = question("What does a poster cost?");
    const tries = await Promise.all(Array.from({ length: 8 }, () => askEnquiry(from("198.51.100.1"), asked)));
    expect(tries.map((one) => must(one).again).filter((again) => !again)).toHaveLength(1);
    runtime.setNow(new Date("2026-03-12T08:00:00Z"));
    expect(must(await askEnquiry(from("198.51.100.2"), asked)).again).toBe(true);
    expect(await rows("select 1 from chat.enquiries where text like '%poster%'")).toHaveLength(1);
    runtime.setNow(new Date("2026-03-13T08:00:00Z"));
    expect(must(await askEnquiry(from("198.51.100.2"), asked)).again).toBe(false);
  });

  test("the 31st from one network address in an hour waits, another address does not", async () => {
    for (let n = 0; n < 30; n++) must(await askEnquiry(from("198.51.100.9"), question(`Question ${n}`)));
    const refused = await askEnquiry(from("198.51.100.9"), question("One more"));
    expect(refused).toMatchObject({ code: "too-many", message: expect.stringContaining("not sent yet") });
    must(await askEnquiry(from("198.51.100.9"), question("Question 3")));
    must(await askEnquiry(from("198.51.100.10"), question("One more")));
  });

  test("what a machine filled in is dropped without a word", async () => {
    must(await askEnquiry(from("198.51.100.11"), question("Buy now", { website: "https://spam.example" })));
    expect(await rows("select 1 from chat.enquiries where text = 'Buy now'")).toEqual([]);
  });

  test.each([
    ["name", { name: " \n" }, "Write your name."],
    ["email", { email: "omar@example.com\nbcc: x@example.com" }, "full e-mail"],
    ["email", { email: "a@example.com, b@example.com" }, "full e-mail"],
    ["text", { text: " " }, "Write a few sentences."],
    ["text", { text: "x".repeat(10_001) }, "10,000"],
    ["order", { order: "7".repeat(41) }, "seven letters"],
  ])("a wrong %s is refused beside the field", async (path, wrong, message) => {
    const refused = await askEnquiry(from("198.51.100.12"), question("Hello", wrong));
    expect(refused).toMatchObject({ code: "invalid", fields: [{ path, message: expect.stringContaining(message) }] });
  });

  test("is answered once, by mail; the same answer twice is one, another one is refused in words", async () => {
    const text = `Line\n${"word ".repeat(1900)}`;
    must(await askEnquiry(from("198.51.100.13"), question(text, { email: "Lea@Example.com", order: "7kq2m4x" })));
    const [row] = await rows("select id from chat.enquiries where email = 'lea@example.com'");
    const ctx = ctxFor(runtime, admin);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => answerEnquiry(ctx, { enquiryId: row.id, answer: "It costs $32.00." })),
    );
    for (const answer of answers) must(answer);
    const other = ctxFor(runtime, await createPerson(runtime, { role: 3 }));
    expect(await answerEnquiry(other, { enquiryId: row.id, answer: "It is free." })).toMatchObject({
      code: "conflict",
      message: "Petra Admin answered this already. Your answer was not sent.",
    });
    const mails = await rows(`select * from platform.mails where "to" = 'lea@example.com'`);
    expect(mails).toHaveLength(1);
    expect(mails[0].content).toMatchObject({ paragraphs: ["It costs $32.00."], facts: [["Order", "7KQ2M4X"]] });
    expect(must(await readEnquiry(ctx, { enquiryId: row.id }))).toMatchObject({
      answer: "It costs $32.00.",
      answeredBy: "Petra Admin",
    });
  });

  test("the list shows those that wait, the oldest first, finds words, and walks through all of them", async () => {
    await runtime.database.pool.query("delete from chat.enquiries");
    await runtime.database.pool.query(
      `insert into chat.enquiries (id, name, email, text, created_at, answered_at, idempotency_key)
       select gen_random_uuid(), 'N' || n, 'n' || n || '@example.com', 'About 100%_' || n, timestamptz '2026-01-01' + n * interval '1 hour',
         case when n <= 70 then now() end, n::text from generate_series(1, 72) n`,
    );
    const ctx = ctxFor(runtime, admin);
    const ask = { tab: "all", from: "enquiries" };
    const first = must(await readInbox(ctx, ask));
    const second = must(await readInbox(ctx, { ...ask, after: first.older }));
    const namesOf = (lines: typeof first.lines) => lines.map((line) => line.kind === "enquiry" && line.name);
    expect(namesOf([...first.lines, ...second.lines])).toEqual(Array.from({ length: 72 }, (_, i) => `N${72 - i}`));
    expect(second.older).toBeNull();
    const found = must(await readInbox(ctx, { ...ask, search: "100%_7" }));
    expect(namesOf(found.lines)).toEqual(["N72", "N71", "N70", "N7"]);
    const waiting = must(await readInbox(ctx, { from: "enquiries" }));
    expect(namesOf(waiting.lines)).toEqual(["N71", "N72"]);
    expect(must(await inboxCounts(ctx, {}))).toMatchObject({ enquiries: 2 });
  });

  test("from the address of somebody whose data is sealed it is sealed, too, and found by no word", async () => {
    must(await askEnquiry(from("198.51.100.14"), question("They know my essay.", { email: client.email })));
    const [row] = await rows("select id from chat.enquiries where text = 'They know my essay.'");
    const opened = (parts: readonly SealPart[]) => ctxFor(runtime, { ...admin, sealed: new Map([[client.id, parts]]) });
    const hidden = { id: row.id, name: sealedText, email: sealedText, text: sealedText };
    const ctx = opened(["contact"]);
    expect(must(await readInbox(ctx, { from: "enquiries" })).lines).toContainEqual(expect.objectContaining(hidden));
    expect(must(await readEnquiry(ctx, { enquiryId: row.id }))).toMatchObject(hidden);
    expect(must(await readInbox(ctx, { tab: "all", from: "enquiries", search: "essay" })).lines).toEqual([]);
    const all = opened(["contact", "messages"]);
    expect(must(await readEnquiry(all, { enquiryId: row.id }))).toMatchObject({ email: client.email });
  });

  test("only Support sees any of it", async () => {
    const [row] = await rows("select id from chat.enquiries limit 1");
    for (const ctx of await strangers()) {
      for (const enquiryId of [row.id, newId(), "no-id"]) {
        expect(await readEnquiry(ctx, { enquiryId })).toMatchObject({ code: "not-found" });
        expect(await answerEnquiry(ctx, { enquiryId, answer: "x" })).toMatchObject({ ok: false });
      }
      expect(await readInbox(ctx, { from: "enquiries" })).toMatchObject({ code: "not-found" });
      expect(await inboxCounts(ctx, {})).toMatchObject({ code: "not-found" });
    }
    expect(await rows("select 1 from chat.enquiries where answer = 'x'")).toEqual([]);
  });
});

test("the inbox counts what waits and since when, and its topic moves with enquiries", async () => {
  await runtime.database.pool.query("delete from chat.enquiries");
  await runtime.database.pool.query("delete from chat.chats");
  const ctx = ctxFor(runtime, admin);
  expect(must(await inboxCounts(ctx, {}))).toEqual({ waiting: 0, unread: 0, enquiries: 0, over: 0, longest: null });
  const before = runtime.clock();
  must(await askEnquiry(from("203.0.113.7"), question("First")));
  runtime.setNow(new Date(before.getTime() + 60_000));
  must(await sendMessage(ctxFor(runtime, client), { id: newId(), message: "Second" }));
  expect(must(await inboxCounts(ctx, {}))).toEqual({ waiting: 1, unread: 1, enquiries: 1, over: 0, longest: before });
  const version = async () => (await chatTopics[1]?.versions(runtime.db, ["support"]))?.get("support") ?? 0;
  const then = await version();
  runtime.setNow(new Date(runtime.clock().getTime() + 60_000));
  must(await askEnquiry(from("203.0.113.7"), question("Third")));
  expect(await version()).toBeGreaterThan(then);
  // The first question waits longer than the target of an hour, the chat does not yet.
  runtime.setNow(new Date(before.getTime() + 60 * 60_000 + 1));
  expect(must(await inboxCounts(ctx, {}))).toMatchObject({ waiting: 1, enquiries: 2, over: 1 });
});

test("clients, writers and enquiries stand in one list, longest first, page by page, and each kind alone", async () => {
  await runtime.database.pool.query("delete from chat.enquiries");
  await runtime.database.pool.query("delete from chat.chats");
  await runtime.database.pool.query(
    `insert into chat.chats (id, user_name, user_email, user_role, created_at, last_message_time, waiting_since, updated_at)
     select gen_random_uuid(), 'P' || n, 'x', case when n % 3 = 0 then 2 else 1 end, now(), t, t, now()
     from (select n, timestamptz '2026-01-01' + n * interval '2 hours' t from generate_series(1, 60) n) all_of_them`,
  );
  await runtime.database.pool.query(
    `insert into chat.enquiries (id, name, email, text, created_at, idempotency_key)
     select gen_random_uuid(), 'Q' || n, 'x', 'x', timestamptz '2026-01-01' + n * interval '2 hours' + interval '1 hour', n::text
     from generate_series(1, 60) n`,
  );
  const ctx = ctxFor(runtime, admin);
  const walked = async (ask: object) => {
    const names: string[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const page = must(await readInbox(ctx, { ...ask, ...(after && { after }) }));
      expect(page.lines.length).toBeLessThanOrEqual(50);
      names.push(...page.lines.map((line) => (line.kind === "chat" ? line.userName : line.name)));
      after = page.older;
    }
    return names;
  };
  const numbers = Array.from({ length: 60 }, (_, n) => n + 1);
  const both = numbers.flatMap((n) => [`P${n}`, `Q${n}`]);
  expect(await walked({})).toEqual(both);
  expect(await walked({ tab: "all" })).toEqual(both.toReversed());
  expect(await walked({ from: "writers" })).toEqual(numbers.filter((n) => n % 3 === 0).map((n) => `P${n}`));
  expect(await walked({ from: "clients" })).toEqual(numbers.filter((n) => n % 3 !== 0).map((n) => `P${n}`));
  expect(await walked({ from: "enquiries" })).toEqual(numbers.map((n) => `Q${n}`));
  expect(await walked({ tab: "unread" })).toEqual([]);
});

test("a chat is given to admins who may chat and whose account is open", async () => {
  const blocked = await createPerson(runtime, { role: 3, name: "Blocked" });
  const other = await createPerson(runtime, { role: 3, name: "Orders only" });
  await runtime.database.pool.query("update accounts.people set blocked_at = now() where id = $1", [blocked.id]);
  await runtime.database.pool.query(`update accounts.people set capabilities = '["orders"]' where id = $1`, [other.id]);
  const ids = (await adminsWhoMay(runtime.db, "chat")).map(({ id }) => id);
  expect(ids).toContain(admin.id);
  expect(ids).not.toContain(blocked.id);
  expect(ids).not.toContain(other.id);
  must(await sendMessage(ctxFor(runtime, client), { id: newId(), message: "Who has me?" }));
  for (const to of [blocked.id, other.id, client.id, newId()])
    expect(await assignChat(ctxFor(runtime, admin), { chatId: client.id, to, seen: null })).toMatchObject({
      code: "conflict",
      message: expect.stringContaining("Choose somebody else"),
    });
  const colleague = await createPerson(runtime, { role: 3 });
  must(await assignChat(ctxFor(runtime, admin), { chatId: client.id, to: colleague.id, seen: null }));
});

test("an answer in a colleague's chat is asked about, also after the chat went to another", async () => {
  const [petra, omar] = [
    await createPerson(runtime, { role: 3, name: "Petra" }),
    await createPerson(runtime, { role: 3 }),
  ];
  const person = await createPerson(runtime);
  must(await sendMessage(ctxFor(runtime, person), { id: newId(), message: "Is it on its way?" }));
  must(await assignChat(ctxFor(runtime, petra), { chatId: person.id, to: petra.id, seen: null }));
  const answer = { id: newId(), chatId: person.id, message: "It is." };
  const asked = {
    code: "locked",
    message: expect.stringContaining("Petra has this chat."),
    data: { heldBy: petra.id },
  };
  expect(await sendMessage(ctxFor(runtime, omar), answer)).toMatchObject(asked);
  expect(await sendMessage(ctxFor(runtime, omar), { ...answer, over: omar.id })).toMatchObject(asked);
  const sent = await sendMessage(ctxFor(runtime, omar), { ...answer, over: petra.id });
  expect(sent).toMatchObject({ ok: true, value: { again: false } });
  expect(await sendMessage(ctxFor(runtime, omar), answer)).toMatchObject({ ok: true, value: { again: true } });
  must(await sendMessage(ctxFor(runtime, petra), { id: newId(), chatId: person.id, message: "I have it." }));
  must(await sendMessage(ctxFor(runtime, person), { id: newId(), message: "Thanks", over: newId() }));
});

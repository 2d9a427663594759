import { describe, expect, test } from "vitest";
import { markRead, openChat } from "#src/modules/chat/commands/chat-messages.ts";
import { readChat, sendMessage } from "#src/modules/chat/index.server.ts";
import { inTransaction } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { systemCtx } from "#src/platform/runtime.ts";
import { mails } from "#src/platform/tables.ts";
import { runDueTimers } from "#src/platform/timers.ts";
import { done } from "#src/shared/outcome.ts";
import { guest, type Person } from "#src/shared/viewer.ts";
import { must } from "#tests/support/must.ts";
import { createAccountsRuntime, createPerson } from "#tests/support/people.ts";
import { ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { chatDigestHandler, digestTimers, myNotices, noticeTopics, readNotices } from "./index.server.ts";
import { peopleAlone } from "./notices.testing.ts";
import { notices } from "./tables.ts";
import { addNotice } from "./writing/add-notice.ts";
import { ratingHandlers } from "./writing/person-news.ts";

const { off, sources } = peopleAlone();
const runtime = await forThisFile(
  createAccountsRuntime({
    eventHandlers: [chatDigestHandler, ...ratingHandlers(sources)],
    env: { LIMITS_FACTOR: "1000" },
  }),
);

const later = (minutes: number) => runtime.setNow(new Date(runtime.clock().getTime() + minutes * 60_000));
const tell = (person: Person, key: string) =>
  inTransaction(systemCtx(runtime, "test"), async (work) => {
    const content = {
      title: "Ready",
      paragraphs: ["Hello Ann.", "Your work is there."],
      button: { label: "Go", path: "/x" },
    };
    const mail = { kind: "order.delivered", to: person.email, subject: "s", content, onceKey: key };
    await addNotice(work, person.id, mail);
    return done(null);
  });
const mine = async (person: Person, more: object = {}) => must(await myNotices(ctxFor(runtime, person), more));

describe("notices", () => {
  test("say what the letter says, once, and can be read up to one of them", async () => {
    const person = await createPerson(runtime);
    await tell(person, "a");
    await tell(person, "a");
    const seen = runtime.clock();
    later(1);
    await tell(person, "b");
    const page = await mine(person);
    expect(page.unread).toBe(2);
    expect(page.notices[0]).toMatchObject({ title: "Ready", text: "Your work is there.", path: "/x", read: false });
    expect(must(await readNotices(ctxFor(runtime, person), { to: seen })).read).toBe(1);
    expect((await mine(person)).unread).toBe(1);
  });

  test.each(["0000-01-01", "+275760-09-13T00:00:00Z"])("up to %s is refused at its field", async (to) => {
    const refused = await readNotices(ctxFor(runtime, await createPerson(runtime)), { to });
    const message = "Choose a day of the years 2000 to 9998.";
    expect(refused).toMatchObject({ ok: false, code: "invalid", fields: [{ path: "to", message }] });
  });

  test("pages lose none, and nobody sees another's", async () => {
    const [person, other] = [await createPerson(runtime), await createPerson(runtime)];
    for (let i = 0; i < 45; i++) {
      later(1);
      await tell(person, `page-${i}`);
    }
    const first = await mine(person);
    const second = await mine(person, { older: first.older });
    const third = await mine(person, { older: second.older });
    const ids = [...first.notices, ...second.notices, ...third.notices].map(({ id }) => id);
    expect([new Set(ids).size, third.older]).toEqual([45, null]);
    expect((await mine(other)).notices).toEqual([]);
    expect(await myNotices(ctxFor(runtime, guest), {})).toMatchObject({ code: "signed-out" });
    const [topic] = noticeTopics;
    expect(await topic?.maySee(ctxFor(runtime, person), person.id)).toBe(true);
    expect(await topic?.maySee(ctxFor(runtime, other), person.id)).toBe(false);
    expect((await topic?.versions(runtime.db, [person.id]))?.get(person.id)).toBe(runtime.clock().getTime());
  });
});

test("before the second factor is shown, and of kinds of another role, nothing is marked as read or followed", async () => {
  const writer = await createPerson(runtime, { role: 2 });
  await tell(writer, "waiting");
  const early: Person = { ...writer, role: 1, waitingRole: 2 };
  later(1);
  expect(await mine(early)).toMatchObject({ unread: 0, notices: [] });
  for (const which of [{ to: runtime.clock() }, { path: "/x" }])
    expect(must(await readNotices(ctxFor(runtime, early), which))).toMatchObject({ read: 0 });
  expect(await noticeTopics[0]?.maySee(ctxFor(runtime, early), writer.id)).toBe(false);
  await runtime.db.insert(notices).values({
    ...{ id: newId(), personId: writer.id, kind: "order.offered", title: "Offered", text: "To you.", path: "/x" },
    ...{ at: runtime.clock(), onceKey: newId() },
  });
  expect(must(await readNotices(ctxFor(runtime, { ...writer, role: 1 }), { path: "/x" }))).toMatchObject({ read: 1 });
  expect(await mine(writer)).toMatchObject({ unread: 1, notices: [{ title: "Offered" }, { title: "Ready" }] });
});

test("the notice of a question goes when Support opens that chat again", async () => {
  const client = await createPerson(runtime);
  const state = (name: string, ratingId: string) =>
    inTransaction(systemCtx(runtime, "test"), async (work) => {
      work.emit({ name, subject: client.id, payload: { ratingId } });
      return done(null);
    });
  const titles = async () => (await mine(client)).notices.map(({ title }) => title);
  await state("chat.rating-asked", "r-1");
  expect(await titles()).toEqual(["How was your conversation with support?"]);
  await state("chat.rating-withdrawn", "r-2");
  expect(await titles()).toHaveLength(1);
  await state("chat.rating-withdrawn", "r-1");
  expect(await titles()).toEqual([]);
});

describe("answers in the chat", () => {
  const tick = () => runDueTimers(runtime, digestTimers(sources));
  const letters = async (person: Person) =>
    (await runtime.db.select().from(mails)).filter(({ to }) => to === `${person.id}@people.test`);
  const chatting = async () => {
    const [client, admin] = [await createPerson(runtime), await createPerson(runtime, { role: 3 })];
    must(await openChat(ctxFor(runtime, client), {}));
    const answer = (message: string) =>
      sendMessage(ctxFor(runtime, admin), { chatId: client.id, id: newId(), message });
    return { client, answer };
  };

  test("go out as one mail when nobody read them for ten minutes", async () => {
    const { client, answer } = await chatting();
    must(await answer("First answer"));
    later(5);
    must(await answer("Second answer"));
    later(6);
    await tick();
    expect(await letters(client)).toEqual([]);
    later(5);
    await tick();
    await tick();
    const [mail, ...more] = await letters(client);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("Support wrote 2 messages to you");
    expect(mail?.content?.paragraphs).toContain("“Second answer”");
    expect((await mine(client)).unread).toBe(1);
  });

  test("send nothing to who read them, and only a notice to who turned these mails off", async () => {
    const [reader, quiet] = [await chatting(), await chatting()];
    off.set(quiet.client.id, ["chat.answers"]);
    must(await reader.answer("Here"));
    must(await quiet.answer("There"));
    const ctx = ctxFor(runtime, reader.client);
    const page = must(await readChat(ctx, { chatId: reader.client.id }));
    must(await markRead(ctx, { chatId: reader.client.id, to: page.messages.at(-1)?.timestamp }));
    later(11);
    await tick();
    expect([await letters(reader.client), await letters(quiet.client)]).toEqual([[], []]);
    expect([(await mine(reader.client)).unread, (await mine(quiet.client)).unread]).toEqual([0, 1]);
  });
});

import { describe, expect, test } from "vitest";
import { newId } from "#src/platform/ids.ts";
import type { Person } from "#src/shared/viewer.ts";
import { createPerson } from "#tests/support/people.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { chatFixture, must } from "./chat-fixture.testing.ts";
import { type CloseAnswer, submitListStep } from "./inbox/list.server.ts";
import { assignChat, closeChat, readInbox, reopenChat } from "./index.server.ts";

const { runtime, say, read } = await chatFixture();
const petra = await createPerson(runtime, { role: 3, name: "Petra Admin" });
const jonas = await createPerson(runtime, { role: 3, name: "Jonas Admin" });

const rowOf = async (id: string) =>
  (await runtime.database.pool.query("select * from chat.chats where id = $1", [id])).rows[0];
const lastSeen = async (id: string): Promise<string> => (await rowOf(id)).last_message_time.toISOString();
const asking = async (name: string): Promise<Person> => {
  const client = await createPerson(runtime, { name });
  must(await say(client, "When is it ready?"));
  return client;
};
const linesOf = async (client: Person, text: string) =>
  (await read(client)).messages.filter(({ message }) => message.includes(text)).length;

const step = async (who: Person, fields: readonly (readonly [string, string])[], query = ""): Promise<CloseAnswer> => {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  const request = new Request(`http://shop.test/admin/chats${query}`, { method: "POST", body });
  const answer = await submitListStep(ctxFor(runtime, who), request);
  return "data" in answer ? answer.data : answer;
};
const box = async ({ id }: Person) => ["chat", `${id} ${await lastSeen(id)}`] as const;
const close = ["step", "close"] as const;

describe("closing a chat", () => {
  test("is refused when its person wrote after what was seen", async () => {
    const client = await asking("Linh");
    const seen = await lastSeen(client.id);
    must(await say(client, "And one more question"));
    const refused = await closeChat(ctxFor(runtime, petra), { chatId: client.id, seen });
    expect(refused).toMatchObject({ ok: false, code: "conflict" });
    expect((await rowOf(client.id)).state).toBe("open");
    must(await closeChat(ctxFor(runtime, petra), { chatId: client.id, seen: await lastSeen(client.id) }));
  });

  test("is not refused for an answer of Support that the page does not show yet", async () => {
    const client = await asking("Linh");
    const seen = await lastSeen(client.id);
    must(await say(petra, "On Friday.", { chatId: client.id }));
    expect(must(await closeChat(ctxFor(runtime, petra), { chatId: client.id, seen }))).toEqual({ changed: true });
  });

  test("is refused for a colleague's chat, unless the page named the colleague", async () => {
    const client = await asking("Linh");
    must(await assignChat(ctxFor(runtime, jonas), { chatId: client.id, to: jonas.id, seen: null }));
    const asked = { chatId: client.id, seen: await lastSeen(client.id) };
    expect(await closeChat(ctxFor(runtime, petra), asked)).toMatchObject({
      message: "Jonas Admin has this chat. Take it before you close it.",
    });
    expect(await closeChat(ctxFor(runtime, petra), { ...asked, over: newId() })).toMatchObject({ ok: false });
    must(await closeChat(ctxFor(runtime, petra), { ...asked, over: jonas.id }));
  });

  test("opened again it waits since its person asked, unless Support answered meanwhile", async () => {
    const [client, other] = [await asking("Linh"), await asking("Omar")];
    const since = (await rowOf(client.id)).waiting_since;
    for (const { id } of [client, other])
      must(await closeChat(ctxFor(runtime, petra), { chatId: id, seen: await lastSeen(id) }));
    expect((await rowOf(client.id)).waiting_since).toBeNull();
    must(await reopenChat(ctxFor(runtime, petra), { chatId: client.id }));
    expect(await rowOf(client.id)).toMatchObject({ state: "open", waiting_since: since, waited_since: null });
    must(await say(petra, "On Friday.", { chatId: other.id }));
    must(await reopenChat(ctxFor(runtime, petra), { chatId: other.id }));
    expect(await rowOf(other.id)).toMatchObject({ state: "open", waiting_since: null });
  });
});

describe("closing many chats", () => {
  test("closes those that are as they were seen, and names what it leaves with the reason", async () => {
    const people = [await asking("Ana"), await asking("Ben"), await asking("Cem"), await asking("Dora")];
    const [ana, ben, cem, dora] = people as [Person, Person, Person, Person];
    const boxes = [await box(ana), await box(ben), await box(cem), await box(dora)];
    must(await say(ben, "Wait"));
    must(await assignChat(ctxFor(runtime, jonas), { chatId: cem.id, to: jonas.id, seen: null }));
    must(await closeChat(ctxFor(runtime, jonas), { chatId: dora.id, seen: await lastSeen(dora.id) }));
    const { result } = await step(petra, [close, ...boxes]);
    expect(result).toMatchObject({ message: "1 chat is closed.", closed: [ana.id] });
    expect(result?.left).toEqual([
      { id: ben.id, name: "Ben", why: "There is a new message. Read it before you close the chat." },
      { id: cem.id, name: "Cem", why: "Jonas Admin has this chat. Take it before you close it." },
      { id: dora.id, name: "Dora", why: "It is closed already." },
    ]);
    const undone = await step(petra, [
      ["step", "open-again"],
      ["closed", ana.id],
    ]);
    expect(undone.result).toEqual({ message: "1 chat is open again.", left: [], closed: [] });
    expect((await rowOf(ana.id)).waiting_since).not.toBeNull();
  });

  test("the whole tab is closed as it was when the list was read", async () => {
    const [early, late] = [await asking("Whole Early"), await asking("Whole Late")];
    const readAt = await lastSeen(late.id);
    must(await say(late, "Something new"));
    const { result } = await step(petra, [close, ["all", readAt]], "?search=Whole");
    expect(result).toMatchObject({ closed: [early.id], left: [{ id: late.id }] });
  });

  test("without a box, with a strange one and with another step nothing happens", async () => {
    const client = await asking("Linh");
    expect(await step(petra, [close])).toMatchObject({ result: null, errors: { chat: "Choose at least one chat." } });
    expect((await step(petra, [close, ["chat", "what ever"]])).result).toMatchObject({ closed: [] });
    expect(await step(petra, [["step", "erase"], await box(client)])).toMatchObject({ result: null });
    const weak = { ...(await createPerson(runtime, { role: 3 })), capabilities: ["orders"] as const };
    expect((await step(weak, [close, await box(client)])).result).toMatchObject({
      closed: [],
      left: [{ id: client.id }],
    });
    expect((await rowOf(client.id)).state).toBe("open");
  });

  test("two admins at once close each chat once, and a message of that moment is never closed away", async () => {
    const people = await Promise.all(["Eva", "Finn", "Gil", "Hana", "Ida", "Jon"].map(asking));
    const boxes = await Promise.all(people.map(box));
    const writing = people.slice(0, 3);
    const [first, second] = await Promise.all([
      step(petra, [close, ...boxes]),
      step(jonas, [close, ...boxes.toReversed()]),
      ...writing.map((client) => say(client, "Just now")),
    ]);
    const closed = [...(first.result?.closed ?? []), ...(second.result?.closed ?? [])];
    expect(new Set(closed).size).toBe(closed.length);
    for (const client of people) {
      expect(await linesOf(client, "Support closed this")).toBe(closed.includes(client.id) ? 1 : 0);
      const { state, waiting_since: since } = await rowOf(client.id);
      expect([state, since !== null]).toEqual(writing.includes(client) ? ["open", true] : ["closed", false]);
    }
    const waiting = must(await readInbox(ctxFor(runtime, petra), { search: "Just now" }));
    expect(waiting.lines.map(({ id }) => id).toSorted()).toEqual(writing.map(({ id }) => id).toSorted());
  });
});

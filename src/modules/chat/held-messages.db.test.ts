import { expect, test } from "vitest";
import { newId } from "#src/platform/ids.ts";
import { runDueTimers } from "#src/platform/timers.ts";
import type { Person } from "#src/shared/viewer.ts";
import { createPerson } from "#tests/support/people.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { chatFixture, must } from "./chat-fixture.testing.ts";
import { assignChat, beforeWriting, heldMessageTimer, holdMessages, undoHeldMessages } from "./index.server.ts";

const { runtime, say, read } = await chatFixture();
const admin = await createPerson(runtime, { role: 3, name: "Petra" });
const colleague = await createPerson(runtime, { role: 3, name: "Marta K." });

const tick = () => runDueTimers(runtime, [heldMessageTimer]);
const later = (seconds: number) => runtime.setNow(new Date(runtime.clock().getTime() + seconds * 1000));
const to = (people: readonly Person[], orders: string[] = []) =>
  people.map(({ id }) => ({ chatId: id, message: "News about your order", orders }));
const hold = async (once: string, people: readonly Person[], more: object = {}, who = admin) =>
  holdMessages(ctxFor(runtime, who), { once, reminder: false, to: to(people), ...more });
const textsOf = async (who: Person) => (await read(who)).messages.map(({ message }) => message);
const audited = async (action: string) =>
  (await runtime.database.pool.query("select subject from platform.audit where action = $1", [action])).rows.length;

test("leaves after ten seconds, once, however often the form was sent, and whether or not a page is open", async () => {
  const [ann, bob] = [await createPerson(runtime), await createPerson(runtime, { role: 2 })];
  must(await say(ann, "When is it ready?"));
  const once = newId();
  const all = await Promise.all([hold(once, [ann, bob]), hold(once, [ann, bob])]);
  expect(all.every(({ ok }) => ok)).toBe(true);
  expect(await audited("chat.written-to-many")).toBe(2);
  later(9);
  expect(await tick()).toBe(0);
  later(2);
  expect(await tick()).toBe(2);
  must(await hold(once, [ann, bob]));
  later(60);
  expect(await tick()).toBe(0);
  expect(await textsOf(ann)).toEqual(["When is it ready?", "News about your order"]);
  expect(await textsOf(bob)).toEqual(["News about your order"]);
  // Whoever waits for an answer waits on, and nobody has taken the chat.
  const { rows } = await runtime.database.pool.query("select * from chat.chats where id = $1", [ann.id]);
  expect(rows[0]).toMatchObject({ assigned_to: null, support_unread: 1, client_unread: 1 });
  expect(rows[0].waiting_since).not.toBeNull();
  const kept = await runtime.database.pool.query("select message, state from chat.held_messages");
  expect(kept.rows.every(({ message, state }) => message === "" && state === "sent")).toBe(true);
});

test("is taken back by its sender alone, as far as it has not left", async () => {
  const [ann, bob] = [await createPerson(runtime), await createPerson(runtime)];
  const batch = newId();
  must(await hold(batch, [ann]));
  expect(must(await undoHeldMessages(ctxFor(runtime, colleague), { batch }))).toEqual({ undone: 0, gone: 0 });
  expect(must(await undoHeldMessages(ctxFor(runtime, admin), { batch }))).toEqual({ undone: 1, gone: 0 });
  later(11);
  await tick();
  expect(await textsOf(ann)).toEqual([]);
  must(await hold(newId(), [bob]));
  later(11);
  await tick();
  const last = newId();
  must(await hold(last, [bob]));
  later(11);
  await tick();
  expect(must(await undoHeldMessages(ctxFor(runtime, admin), { batch: last }))).toEqual({ undone: 0, gone: 1 });
});

test("does not leave when its sender may not write as Support any more", async () => {
  const [ann, leaving] = [await createPerson(runtime), await createPerson(runtime, { role: 3 })];
  must(await hold(newId(), [ann], {}, leaving));
  await runtime.database.pool.query("update accounts.people set role = 1 where id = $1", [leaving.id]);
  later(11);
  await tick();
  expect(await textsOf(ann)).toEqual([]);
});

test("who has a chat, and who was reminded of late, is known before; for those alone who answer chats", async () => {
  const [ann, bob] = [await createPerson(runtime), await createPerson(runtime)];
  const [first, second] = [newId(), newId()];
  must(await say(ann, "Hello"));
  must(await assignChat(ctxFor(runtime, admin), { chatId: ann.id, to: colleague.id, seen: null }));
  must(await hold(newId(), [], { reminder: true, to: to([bob], [first]) }));
  const ask = { people: [ann.id, bob.id], orders: [first, second] };
  expect(must(await beforeWriting(ctxFor(runtime, admin), ask))).toEqual({
    holders: { [ann.id]: "Marta K." },
    reminded: { [first]: runtime.clock() },
  });
  later(13 * 3600);
  expect(must(await beforeWriting(ctxFor(runtime, admin), ask)).reminded).toEqual({});
  for (const who of [ann, { ...admin, capabilities: ["orders"] as const }]) {
    expect(await beforeWriting(ctxFor(runtime, who), ask)).toMatchObject({ code: "not-found" });
    expect(await hold(newId(), [bob], {}, who as Person)).toMatchObject({ code: "not-found" });
  }
});

test("refuses what no single message may be", async () => {
  const ann = await createPerson(runtime);
  const wrong = await hold(newId(), [], { to: [{ chatId: ann.id, message: "  ", orders: [] }] });
  expect(wrong).toMatchObject({ code: "invalid", fields: [{ path: "message" }] });
});

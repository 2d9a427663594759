import { expect, test } from "vitest";
import { newId } from "#src/platform/ids.ts";
import { guest, type Person } from "#src/shared/viewer.ts";
import { createPerson } from "#tests/support/people.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { chatFixture, must } from "./chat-fixture.testing.ts";
import { chatSidebar, closeChat, myRating, rateChat, ratingFigures, reopenChat } from "./index.server.ts";

const { runtime, say, read } = await chatFixture();
const admin = await createPerson(runtime, { role: 3, name: "Petra Admin" });

const close = async (chatId: string) => {
  const seen = (await read(admin, chatId)).messages.at(-1)?.timestamp;
  must(await closeChat(ctxFor(runtime, admin), { chatId, seen }));
};
const answered = async (): Promise<Person> => {
  const client = await createPerson(runtime);
  must(await say(client, "When is it ready?"));
  must(await say(admin, "On Friday.", { chatId: client.id }));
  return client;
};
const days = (many: number) => runtime.setNow(new Date(runtime.clock().getTime() + many * 86_400_000));
const rate = (who: Person, ratingId: string, rating: string, comment = "") =>
  rateChat(ctxFor(runtime, who), { ratingId, rating, comment });

test("is asked once when a conversation with answers is closed, and not again for the days of the setting", async () => {
  const client = await answered();
  expect((await read(client)).question).toBeUndefined();
  await close(client.id);
  const { question } = await read(client);
  expect(question).toMatch(/^[0-9a-f-]{36}$/);
  expect((await read(admin, client.id)).question).toBeUndefined();

  must(await say(client, "One more thing"));
  expect((await read(client)).question).toBeUndefined();
  days(29);
  must(await say(admin, "Yes.", { chatId: client.id }));
  await close(client.id);
  expect((await read(client)).question).toBe(question);
  must(await say(client, "And again"));
  must(await say(admin, "Yes, again.", { chatId: client.id }));
  days(2);
  await close(client.id);
  expect((await read(client)).question).not.toBe(question);
});

test("a chat that Support opens again asks nothing, and asks anew when it is closed again", async () => {
  const client = await answered();
  await close(client.id);
  const { question = "" } = await read(client);
  must(await reopenChat(ctxFor(runtime, admin), { chatId: client.id }));
  expect(await myRating(ctxFor(runtime, client), { ratingId: question })).toMatchObject({ code: "not-found" });
  days(1);
  await close(client.id);
  const { question: next = "" } = await read(client);
  expect(next).not.toBe(question);
  must(await rate(client, next, "good"));
  must(await reopenChat(ctxFor(runtime, admin), { chatId: client.id }));
  expect(must(await myRating(ctxFor(runtime, client), { ratingId: next })).rating).toBe("good");
});

test("nobody is asked to rate a conversation without an answer of Support", async () => {
  const client = await createPerson(runtime);
  must(await say(client, "Never mind"));
  await close(client.id);
  expect((await read(client)).question).toBeUndefined();
});

test("is answered once: a repeat counts once, a different answer gets a conflict, two at once count once", async () => {
  const client = await answered();
  await close(client.id);
  const { question = "" } = await read(client);
  expect(await rate(client, question, "splendid")).toMatchObject({ code: "invalid", fields: [{ path: "rating" }] });
  expect(await rate(client, question, "good", "x".repeat(1001))).toMatchObject({ code: "invalid" });
  const both = await Promise.all([rate(client, question, "good", "Quick."), rate(client, question, "bad")]);
  expect(both.map((one) => (one.ok ? "taken" : one.code)).sort()).toEqual(["conflict", "taken"]);
  const [first] = must(await chatSidebar(ctxFor(runtime, admin), { chatId: client.id })).ratings;
  must(await rate(client, question, first?.rating ?? "", first?.comment));
  expect((await read(client)).question).toBeUndefined();
  expect(must(await myRating(ctxFor(runtime, client), { ratingId: question })).rating).toBe(first?.rating);
});

test("a question of somebody else answers like one that never was, and only Support counts the answers", async () => {
  const client = await answered();
  await close(client.id);
  const { question = "" } = await read(client);
  const weak = { ...(await createPerson(runtime, { role: 3 })), capabilities: ["orders"] as const };
  for (const who of [await createPerson(runtime), await createPerson(runtime, { role: 2 }), weak, admin, guest])
    for (const ratingId of [question, newId()]) {
      const ctx = ctxFor(runtime, who);
      expect(await myRating(ctx, { ratingId })).toMatchObject({ code: "not-found" });
      expect(await rateChat(ctx, { ratingId, rating: "good" })).toMatchObject({ code: "not-found" });
    }
  const since = new Date(runtime.clock().getTime() + 1);
  days(1);
  must(await rate(client, question, "fair"));
  expect(must(await ratingFigures(ctxFor(runtime, admin), { since }))).toEqual({
    good: 0,
    fair: 1,
    bad: 0,
    answered: 1,
  });
  for (const who of [client, weak, guest])
    expect(await ratingFigures(ctxFor(runtime, who), { since })).toMatchObject({ code: "not-found" });
});

import { expect, test } from "vitest";
import { createPerson } from "#tests/support/people.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { chatFixture, must } from "./chat-fixture.testing.ts";
import { deliveredKeys, deliveredReplies } from "./domain/delivered-replies.ts";
import { removeReply, restoreReply, savedReplyList, saveReply } from "./index.server.ts";

const { runtime } = await chatFixture();
const ctx = ctxFor(runtime, await createPerson(runtime, { role: 3 }));
const list = async () => must(await savedReplyList(ctx, {}));
const one = async (id: string) => (await list()).replies.find((reply) => reply.id === id);

test("a new shop has the delivered replies; they are changed, removed and brought back, twice is once", async () => {
  expect((await list()).replies.map(({ id }) => id).sort()).toEqual([...deliveredKeys].sort());
  for (let again = 0; again < 2; again++)
    must(await saveReply(ctx, { id: "no-grade", title: "Grades", text: "Ask your teacher." }));
  expect(await one("no-grade")).toEqual({
    ...{ id: "no-grade", title: "Grades", text: "Ask your teacher.", origin: "changed" },
  });
  must(await removeReply(ctx, { id: "no-grade" }));
  expect(await one("no-grade")).toBeUndefined();
  expect((await list()).removed).toEqual([{ id: "no-grade", title: deliveredReplies["no-grade"].title }]);
  for (let again = 0; again < 2; again++) must(await restoreReply(ctx, { id: "no-grade" }));
  expect(await one("no-grade")).toEqual({ id: "no-grade", ...deliveredReplies["no-grade"], origin: "delivered" });
  const { rows } = await runtime.database.pool.query("select 1 from chat.saved_replies");
  expect(rows).toEqual([]);
});

test("own replies stand beside them, and nothing else is taken for one", async () => {
  const { id } = must(await saveReply(ctx, { title: "Own", text: "Own words" }));
  expect(await one(id)).toMatchObject({ origin: "own", text: "Own words" });
  for (const wrong of ["constructor", "no-such-reply", ""])
    expect(await restoreReply(ctx, { id: wrong })).toMatchObject({ code: "invalid" });
  expect(await saveReply(ctx, { id: "__proto__", title: "x", text: "x" })).toMatchObject({ code: "invalid" });
  const client = ctxFor(runtime, await createPerson(runtime));
  for (const key of ["no-grade", id]) {
    expect(await saveReply(client, { id: key, title: "x", text: "x" })).toMatchObject({ code: "not-found" });
    expect(await removeReply(client, { id: key })).toMatchObject({ code: "not-found" });
  }
  expect(await restoreReply(client, { id: "no-grade" })).toMatchObject({ code: "not-found" });
  expect(await savedReplyList(client, {})).toMatchObject({ code: "not-found" });
});

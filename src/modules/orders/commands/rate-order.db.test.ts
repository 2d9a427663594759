import { asc, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { inTransaction } from "#src/platform/command.ts";
import type { HeldFile } from "#src/platform/personal-data.ts";
import { systemCtx } from "#src/platform/runtime.ts";
import { outbox } from "#src/platform/tables.ts";
import { done } from "#src/shared/outcome.ts";
import { guest, type Person } from "#src/shared/viewer.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { orderFixture } from "../order-fixture.testing.ts";
import { must, newWriter, orderIn, person } from "../orders.testing.ts";
import { orderData } from "../personal-data.ts";
import { ratingFiguresOf, readRating } from "../queries/work-figures.ts";
import { orders } from "../tables.ts";
import { rateOrder, replyToRating } from "./rate-order.ts";

const { runtime, start } = await orderFixture();

const rate = (who: Person, orderId: string, more: object = { stars: "4", text: " Clear. " }) =>
  rateOrder(ctxFor(runtime, who), { orderId, ...more });
const reply = (who: Person, orderId: string, text = "Thank you.") =>
  replyToRating(ctxFor(runtime, who), { orderId, reply: text });
const events = async (orderId: string) => {
  const rows = await runtime.db.select().from(outbox).where(eq(outbox.subject, orderId)).orderBy(asc(outbox.id));
  return rows.map(({ name }) => name).filter((name) => name.startsWith("order.rat"));
};

describe("a rating", () => {
  test("is given once by the client of finished work, and answered once by an admin", async () => {
    const { client, admin, orderId } = await orderIn(runtime, "completed");
    must(await rate(client, orderId));
    expect(await readRating(runtime.db, orderId)).toEqual({
      ...{ stars: 4, text: "Clear.", at: start, reply: null, repliedAt: null },
    });
    expect(await rate(client, orderId, { stars: "1" })).toMatchObject({ code: "conflict" });
    expect(await reply(admin, orderId, "  ")).toMatchObject({ fields: [{ path: "reply" }] });
    must(await reply(admin, orderId));
    expect(await reply(person(3), orderId, "Another.")).toMatchObject({ code: "conflict" });
    expect(await readRating(runtime.db, orderId)).toMatchObject({ stars: 4, reply: "Thank you.", repliedAt: start });
    expect(await events(orderId)).toEqual(["order.rated", "order.rating-replied"]);
  });

  test.each([
    {},
    { stars: "0" },
    { stars: "6" },
    { stars: "2.5" },
    { stars: "good" },
    { stars: "3", text: "x".repeat(2_001) },
  ])("%j is refused at its field", async (more) => {
    const { client, orderId } = await orderIn(runtime, "completed");
    const answer = await rate(client, orderId, more);
    expect(answer).toMatchObject({ code: "invalid", fields: [{ path: "text" in more ? "text" : "stars" }] });
    expect(await readRating(runtime.db, orderId)).toBeNull();
  });

  test("work that is not finished has none", async () => {
    const { client, admin, orderId } = await orderIn(runtime, "delivered");
    expect(await rate(client, orderId)).toMatchObject({ code: "conflict" });
    expect(await reply(admin, orderId)).toMatchObject({ code: "not-found" });
  });

  test("to everybody else there is nothing to rate and nothing to answer", async () => {
    const { client, writer, admin, orderId } = await orderIn(runtime, "completed");
    for (const who of [writer, admin, person(), await newWriter(runtime)])
      expect(await rate(who, orderId)).toMatchObject({ code: "not-found" });
    must(await rate(client, orderId));
    for (const who of [client, writer, person(), person(3, { capabilities: ["money"] })])
      expect(await reply(who, orderId)).toMatchObject({ code: "not-found" });
    expect(await rateOrder(ctxFor(runtime, guest), { orderId, stars: 5 })).toMatchObject({ code: "signed-out" });
    expect(await rate(client, "'; drop table orders")).toMatchObject({ code: "not-found" });
  });

  test("two presses, or two admins, at the same moment: one counts", async () => {
    const { client, orderId } = await orderIn(runtime, "completed");
    const given = await Promise.all([rate(client, orderId), rate(client, orderId, { stars: "1" })]);
    expect(given.filter(({ ok }) => ok)).toHaveLength(1);
    const answers = await Promise.all([reply(person(3), orderId, "One."), reply(person(3), orderId, "Two.")]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ code: "conflict" });
  });
});

test("a writer's figures are the sum of the ratings of that writer's work, without tests", async () => {
  const first = await orderIn(runtime, "completed");
  must(await rate(first.client, first.orderId, { stars: 5 }));
  const second = await orderIn(runtime, "completed");
  must(await rate(second.client, second.orderId, { stars: 2 }));
  const both = [first.writer.id, second.writer.id, person().id];
  expect(Object.fromEntries(await ratingFiguresOf(runtime.db, both))).toEqual({
    [first.writer.id]: { n: 1, sum: 5 },
    [second.writer.id]: { n: 1, sum: 2 },
  });
  await runtime.database.pool.query("update orders.orders set test = true where id = $1", [second.orderId]);
  expect((await ratingFiguresOf(runtime.db, both)).has(second.writer.id)).toBe(false);
  expect(await ratingFiguresOf(runtime.db, [])).toEqual(new Map());
});

test("it is in the client's download, never in the writer's, and its words go with the client's account", async () => {
  const { client, writer, admin, orderId } = await orderIn(runtime, "completed");
  must(await rate(client, orderId, { stars: 3, text: "MARKrating" }));
  must(await reply(admin, orderId, "MARKreply"));
  const download = async (who: Person) => {
    const files: HeldFile[] = [];
    for await (const file of orderData.gather(ctxFor(runtime, who), who)) files.push(file);
    return JSON.stringify(files);
  };
  for (const mark of ["MARKrating", "MARKreply"]) {
    expect(await download(client)).toContain(mark);
    expect(await download(writer)).not.toContain(mark);
  }
  must(
    await inTransaction(systemCtx(runtime, "test"), async (work) => {
      await orderData.forget(work, client);
      return done(null);
    }),
  );
  expect(await readRating(runtime.db, orderId)).toMatchObject({ stars: 3, text: null, reply: null });
  expect(await runtime.db.select({ id: orders.id }).from(orders).where(eq(orders.id, orderId))).toHaveLength(1);
});

import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { ctxFor } from "#tests/support/runtime.ts";
import { sweepForms } from "../jobs.ts";
import { orderFixture } from "../order-fixture.testing.ts";
import {
  doAct,
  essay,
  finished,
  handover,
  must,
  newWriter,
  orderIn,
  pay,
  person,
  place,
  placing,
  rowOf,
} from "../orders.testing.ts";
import { workText } from "../queries/history.ts";
import { orderForAdmin } from "../queries/order-for-admin.ts";
import { orderForClient } from "../queries/order-for-client.ts";
import { orderForWriter } from "../queries/writer-orders.ts";
import { workDrafts } from "../storage/draft-tables.ts";
import { deliveries } from "../tables.ts";
import { deliverWork } from "./deliver-work.ts";
import { keepWork } from "./keep-draft.ts";

const { runtime, later } = await orderFixture();

const working = async () => {
  const [client, admin, writer] = [person(), person(3), await newWriter(runtime)];
  const { orderId } = await place(runtime, client, placing({ ...essay, checklist: "Thesis first\nSix sources" }));
  await pay(runtime, orderId);
  must(await doAct(runtime, admin, orderId, "assign", { writerId: writer.id }));
  must(await doAct(runtime, writer, orderId, "accept"));
  return { client, admin, writer, orderId };
};
const versionOf = async (orderId: string, number: number) => {
  const [row] = await runtime.db
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.orderId, orderId), eq(deliveries.number, number)));
  return row;
};

describe("a finished delivery of a writer", () => {
  test("needs every tick, the pack and the declaration, and says all that is missing at once", async () => {
    const { writer, orderId } = await working();
    const send = (more: object) =>
      deliverWork(ctxFor(runtime, writer), { orderId, text: "The work.", final: true, ...more });
    const missing = await send({});
    expect(missing).toMatchObject({ code: "invalid" });
    expect(missing.ok ? [] : missing.fields?.map(({ path }) => path)).toEqual([
      ...["shortReason", "tick-0", "outline", "sources", "reasoning", "questions"],
      ...["aiUse", "sourcesRead", "ownWork"],
    ]);
    expect(await send({ handover: { ...handover, ticked: [1] } })).toMatchObject({
      fields: [{ path: "tick-0", message: "Checklist: 1 point is open." }],
    });
    expect((await rowOf(runtime, orderId)).status).toBe("in_progress");
    expect((await send({ handover })).ok).toBe(true);
    expect(await versionOf(orderId, 1)).toMatchObject({
      ticked: [0, 1],
      declaration: handover.declaration,
      answers: null,
    });
    const { outline, sources, reasoning, questions } = handover.pack;
    expect((await versionOf(orderId, 1))?.pack).toEqual({ outline, sources, reasoning, questions });
  });

  test("answers each point of a revision, and its delivery details can be continued", async () => {
    const { client, writer, orderId } = await working();
    must(await deliverWork(ctxFor(runtime, writer), { orderId, ...finished }));
    const points = "Name the chapter.\nAdd Rousseau.";
    must(await doAct(runtime, client, orderId, "request-revision", { points }));
    const shown = must(await orderForWriter(ctxFor(runtime, writer), { orderId }));
    expect(shown.handover).toMatchObject({
      facts: { points: ["Name the chapter.", "Add Rousseau."], carried: true },
      carried: { number: 1, pack: { outline: handover.pack.outline }, declaration: handover.declaration },
    });
    const answers = [
      { kind: "changed", text: "Chapter 2." },
      { kind: "outside", text: "A third reading." },
    ];
    const second = (more: object) =>
      deliverWork(ctxFor(runtime, writer), { orderId, ...finished, handover: { ...handover, answers, ...more } });
    expect(await second({ answers: answers.slice(0, 1), packFits: false })).toMatchObject({
      fields: [{ path: "point-1-kind" }, { path: "packFits" }],
    });
    expect((await second({})).ok).toBe(true);
    expect((await versionOf(orderId, 2))?.answers).toEqual([
      { point: "Name the chapter.", kind: "changed", text: "Chapter 2." },
      { point: "Add Rousseau.", kind: "outside", text: "A third reading." },
    ]);
  });

  test("below nine tenths of what was promised needs a reason, and both figures stand for client and admin", async () => {
    const { client, admin, writer, orderId } = await working();
    const send = (text: string, shortReason = "") =>
      deliverWork(ctxFor(runtime, writer), { orderId, final: true, text, handover: { ...handover, shortReason } });
    const short = await send("word ".repeat(1_237));
    expect(short).toMatchObject({
      code: "invalid",
      fields: [{ path: "shortReason", message: "The work has 1,237 of 1,375 words. Add the rest, or write why." }],
    });
    const list = "\nReferences\nOne\nTwo";
    must(await send(`${"word ".repeat(1_237)}${list}`, "The second study has no text. Write to me at a@b.example."));
    const seen = {
      ...{ words: 1_237, inList: 2, sources: 2 },
      compared: [
        { kind: "sources", count: 6, at: null, counted: 2, short: false },
        { kind: "words", count: 1_375, at: null, counted: 1_237, short: true },
      ],
      reason: expect.stringMatching(/^The second study has no text\./),
    };
    expect((await versionOf(orderId, 1))?.counted).toEqual(expect.objectContaining({ reason: seen.reason }));
    const [shown] = must(await orderForClient(ctxFor(runtime, client), { orderId })).deliveries;
    expect(shown?.counted?.reason).not.toContain("a@b.example");
    expect(shown?.counted?.compared).toEqual(expect.arrayContaining(seen.compared));
    expect(shown?.counted).toMatchObject({ words: 1_237, inList: 2, sources: 2 });
    const work = must(await workText(ctxFor(runtime, admin), { orderId, number: 1 }));
    expect(work.counted?.compared).toHaveLength(2);
  });

  test("of nine tenths needs none, and an admin in the writer's place is asked for none", async () => {
    const [mine, other] = [await working(), await working()];
    const sent = { final: true, handover: { ...handover, shortReason: "" } };
    const full = { ...sent, orderId: mine.orderId, text: "word ".repeat(1_238) };
    must(await deliverWork(ctxFor(runtime, mine.writer), full));
    expect((await versionOf(mine.orderId, 1))?.counted?.reason).toBeNull();
    must(await deliverWork(ctxFor(runtime, other.admin), { ...sent, orderId: other.orderId, text: "The work." }));
    expect((await versionOf(other.orderId, 1))?.counted?.compared[0]?.short).toBe(true);
  });

  test("an admin in the writer's place ticks, and declares nothing in the writer's name", async () => {
    const { admin, orderId } = await working();
    const send = (more: object) =>
      deliverWork(ctxFor(runtime, admin), { orderId, text: "The work.", final: true, ...more });
    expect(await send({})).toMatchObject({ fields: [{ path: "tick-0" }] });
    expect((await send({ handover })).ok).toBe(true);
    expect(await versionOf(orderId, 1)).toMatchObject({ pack: null, declaration: null, ticked: [0, 1] });
  });
});

describe("what is filled in and not delivered", () => {
  const fields = { text: "Half of it", questions: "1. Why?", "tick-0": "on", orderId: "x", outline: "" };
  const kept = { text: "Half of it", questions: "1. Why?", "tick-0": "on" };
  const draftsOf = (orderId: string) => runtime.db.select().from(workDrafts).where(eq(workDrafts.orderId, orderId));

  test("is kept for its writer, the last state alone, and gone when it is delivered", async () => {
    const { writer, orderId } = await working();
    const ctx = ctxFor(runtime, writer);
    must(await keepWork(ctx, { orderId, fields: { text: "A beginning" } }));
    must(await keepWork(ctx, { orderId, fields }));
    expect(must(await orderForWriter(ctx, { orderId })).handover.draft?.fields).toEqual(kept);
    must(await deliverWork(ctx, { orderId, text: "A draft", final: false }));
    expect(await draftsOf(orderId)).toHaveLength(1);
    must(await deliverWork(ctx, { orderId, ...finished }));
    expect(await draftsOf(orderId)).toEqual([]);
    expect(await keepWork(ctx, { orderId, fields })).toMatchObject({ code: "conflict" });
  });

  test("is nobody else's", async () => {
    const { client, admin, writer, orderId } = await working();
    for (const other of [client, admin, await newWriter(runtime)])
      expect(await keepWork(ctxFor(runtime, other), { orderId, fields })).toMatchObject({ code: "not-found" });
    must(await keepWork(ctxFor(runtime, writer), { orderId, fields }));
    must(await doAct(runtime, admin, orderId, "reassign", { reason: "Ill." }));
    const next = await newWriter(runtime);
    must(await doAct(runtime, admin, orderId, "assign", { writerId: next.id }));
    must(await doAct(runtime, next, orderId, "accept"));
    expect(must(await orderForWriter(ctxFor(runtime, next), { orderId })).handover.draft).toBeNull();
  });

  test("is there for admins when the order went to somebody else, under the writer's pseudonym", async () => {
    const { admin, writer, orderId } = await working();
    const seen = async () => must(await orderForAdmin(ctxFor(runtime, admin), { orderId })).undelivered;
    must(await keepWork(ctxFor(runtime, writer), { orderId, fields }));
    expect(await seen()).toEqual([]);
    must(await doAct(runtime, admin, orderId, "reassign", { reason: "Ill." }));
    expect(await seen()).toMatchObject([
      {
        writer: expect.stringMatching(/^Writer /),
        texts: [
          { label: "The work as text", text: "Half of it" },
          { label: "Questions to test yourself", text: "1. Why?" },
        ],
      },
    ]);
  });

  test("stays 30 days after the order went to somebody else, and while its writer works", async () => {
    const [gone, running] = [await working(), await working()];
    for (const { writer, orderId } of [gone, running])
      must(await keepWork(ctxFor(runtime, writer), { orderId, fields }));
    must(await doAct(runtime, gone.admin, gone.orderId, "reassign", { reason: "Ill." }));
    later(29 * 24);
    await sweepForms.run(runtime);
    expect(await draftsOf(gone.orderId)).toHaveLength(1);
    later(31 * 24);
    await sweepForms.run(runtime);
    expect(await draftsOf(gone.orderId)).toEqual([]);
    expect(await draftsOf(running.orderId)).toHaveLength(1);
  });
});

test("a hand-over that was open while the order was put on hold is refused in words, and what was typed is kept", async () => {
  const { writer, admin, orderId } = await working();
  const { stepVersion } = await rowOf(runtime, orderId);
  must(await doAct(runtime, admin, orderId, "hold", { question: "Which edition?" }));
  const send = (more: object) => deliverWork(ctxFor(runtime, writer), { orderId, ...finished, ...more });
  expect(await send({ seenVersion: stepVersion })).toMatchObject({
    code: "conflict",
    message: "Somebody else was first. The order is on hold now.",
  });
  expect(await send({})).toMatchObject({
    code: "conflict",
    message: "The order is on hold, so nothing can be delivered.",
  });
  expect(await keepWork(ctxFor(runtime, writer), { orderId, fields: { text: "Half" } })).toMatchObject({ ok: true });
});

test("an order without a checklist needs no ticks", async () => {
  const { writer, orderId } = await orderIn(runtime, "in_progress");
  const sent = { orderId, ...finished, handover: { ...handover, ticked: [] } };
  expect((await deliverWork(ctxFor(runtime, writer), sent)).ok).toBe(true);
});

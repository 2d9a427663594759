import { describe, expect, test } from "vitest";
import { ctxFor } from "#tests/support/runtime.ts";
import { deliverWork } from "../commands/deliver-work.ts";
import { orderFixture } from "../order-fixture.testing.ts";
import {
  doAct,
  essay,
  finished,
  handover,
  must,
  newWriter,
  orderIn,
  person,
  place,
  placing,
} from "../orders.testing.ts";
import { orderForAdmin } from "../queries/order-for-admin.ts";
import { orderForClient } from "../queries/order-for-client.ts";
import { claimableOrders } from "../queries/writer-offers.ts";
import { orderForWriter } from "../queries/writer-orders.ts";
import { dropTypedTexts, typedTextsOf } from "./hidden-texts.ts";

const { runtime } = await orderFixture();
const mail = "write to nina.k@example.com please";
const masked = "write to [e-mail address hidden] please";

const typed = async (orderId: string) =>
  (await typedTextsOf(runtime, runtime.db, orderId)).map(({ side, text }) => [side, text]);
const message = async (orderId: string, admin: ReturnType<typeof person>) =>
  must(await orderForAdmin(ctxFor(runtime, admin), { orderId })).history.flatMap(({ text }) => text ?? []);

describe("contact details in what the other side reads", () => {
  test.each([
    ["a question", "in_progress", "writer", "hold", { question: mail }],
    ["points of a revision", "delivered", "client", "request-revision", { points: mail }],
    ["a claim", "delivered", "client", "open-dispute", { reason: mail, outcome: "Money back." }],
    ["a claim of the writer", "delivered", "writer", "open-dispute", { reason: mail, outcome: "Decide." }],
  ] as const)("are hidden in %s, and kept sealed as they were typed", async (_what, state, side, action, words) => {
    const cast = await orderIn(runtime, state);
    must(await doAct(runtime, cast[side], cast.orderId, action, words));
    const all = (await message(cast.orderId, cast.admin)).join("\n");
    expect(all).toContain(masked);
    expect(all).not.toContain("nina.k");
    expect(await typed(cast.orderId)).toEqual([[side, expect.stringContaining(mail)]]);
    const { rows } = await runtime.database.pool.query("select sealed from orders.hidden_texts");
    expect(JSON.stringify(rows)).not.toContain("nina.k");
  });

  test("the name of the writer's account is one of them", async () => {
    const { writer, admin, orderId } = await orderIn(runtime, "in_progress");
    const question = "Metres or feet? Yours, Anna Kowalska";
    must(await doAct(runtime, { ...writer, name: "Anna Kowalska" }, orderId, "hold", { question }));
    expect(await message(orderId, admin)).toContain("Metres or feet? Yours, [name hidden]");
    expect(await typed(orderId)).toEqual([["writer", question]]);
  });

  test("are hidden in both answers: to a question and to a claim", async () => {
    const { client, writer, admin, orderId } = await orderIn(runtime, "in_progress");
    must(await doAct(runtime, writer, orderId, "hold", { question: "Metres or feet?" }));
    must(await doAct(runtime, client, orderId, "answer", { answer: mail }));
    must(await deliverWork(ctxFor(runtime, writer), { orderId, ...finished }));
    must(await doAct(runtime, client, orderId, "open-dispute", { reason: "Wrong unit.", outcome: "Half back." }));
    must(await doAct(runtime, writer, orderId, "answer-dispute", { answer: mail }));
    expect((await message(orderId, admin)).filter((text) => text.includes(masked))).toHaveLength(2);
    expect((await typed(orderId)).map(([side]) => side)).toEqual(["client", "writer"]);
    await dropTypedTexts(runtime.db, [orderId]);
    expect(await typed(orderId)).toEqual([]);
  });

  test("are hidden in the note, the pack and the answers of a delivery, and never in the work itself", async () => {
    const { client, writer, orderId } = await orderIn(runtime, "in_progress");
    const sent = { ...finished, text: `A letter: ${mail}`, note: mail };
    const pack = { ...handover.pack, reasoning: mail };
    must(await deliverWork(ctxFor(runtime, writer), { orderId, ...sent, handover: { ...handover, pack } }));
    const { rows } = await runtime.database.pool.query("select text, note, pack from orders.deliveries");
    const [row] = rows.filter(({ note }) => note !== null);
    expect(row).toMatchObject({ text: `A letter: ${mail}`, note: masked, pack: { reasoning: masked } });
    expect(await typed(orderId)).toEqual([
      ["writer", mail],
      ["writer", mail],
    ]);
    must(await doAct(runtime, client, orderId, "request-revision", { points: "Shorter." }));
  });

  test("of a brief are hidden for writers; its client and the admins read it as it is", async () => {
    const client = person();
    const fields = { ...essay, title: `Memory, ${mail}`, instructions: mail, checklist: `One page\n${mail}` };
    const { orderId } = await place(runtime, client, placing(fields));
    const own = must(await orderForClient(ctxFor(runtime, client), { orderId }));
    expect([own.title, own.instructions]).toEqual([`Memory, ${masked}`, mail]);
    expect(own.checklist).toEqual(["One page", masked]);
    const cast = await orderIn(runtime, "in_progress");
    await runtime.database.pool.query("update orders.orders set instructions = $1 where id = $2", [mail, cast.orderId]);
    const work = must(await orderForWriter(ctxFor(runtime, cast.writer), { orderId: cast.orderId }));
    expect(work.instructions).toBe(masked);
    await runtime.database.pool.query(
      "update orders.orders set status = 'confirmed', writer_id = null, instructions = $1 where id = $2",
      [mail, cast.orderId],
    );
    const open = must(await claimableOrders(ctxFor(runtime, await newWriter(runtime)), {}));
    expect(open?.every(({ instructions }) => !instructions.includes("nina.k")) ?? true).toBe(true);
  });

  test("in words for admins alone stay: an offer's reason is read by nobody else", async () => {
    const { writer, admin, orderId } = await orderIn(runtime, "assigned");
    must(await doAct(runtime, writer, orderId, "decline", { reason: mail }));
    expect(await message(orderId, admin)).toContain(mail);
    expect(await typed(orderId)).toEqual([]);
  });
});

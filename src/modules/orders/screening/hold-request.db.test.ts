import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { makeQuote } from "#src/modules/pricing/index.server.ts";
import { timers } from "#src/platform/tables.ts";
import { hourMs } from "#src/shared/units.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { keepOrderDraft } from "../commands/keep-draft.ts";
import { custom, doAct, essay, essayCents, eventsOf, must, placing, rowOf } from "../orders.testing.ts";
import { asking, certain, requestFixture, unsure } from "./requests.testing.ts";
import { openRequests } from "./requests.ts";

const { runtime, send, priced, hold, people, decide, requestRow, ordersOf } = await requestFixture();

describe("a request that a rule is not sure about", () => {
  test("is no order: it has no number, no timer of payment, and its total is kept", async () => {
    const { client, ada } = await people();
    const { id, raw } = await hold(client);
    expect(await ordersOf(client)).toBe(0);
    expect(await requestRow(id)).toMatchObject({
      ...{ state: "waiting", asked: "screened", rule: "proctored-exam", field: "instructions" },
      ...{ sentence: "My quiz is proctored", totalCents: raw.confirmTotalCents },
    });
    expect(await eventsOf(runtime, id)).toEqual(["request.held"]);
    const set = await runtime.db.select({ kind: timers.kind }).from(timers).where(eq(timers.subject, id));
    expect(set).toEqual([{ kind: "order.request-waits" }]);
    expect(must(await openRequests(ctxFor(runtime, client), {})).map((one) => one.id)).toEqual([id]);
    // Nobody claims, pays or moves it: there is no order under this id.
    expect(await doAct(runtime, ada, id, "cancel", { reason: "No." })).toMatchObject({ code: "not-found" });
  });

  test.for([
    ["title", { title: unsure }],
    ["instructions", { instructions: unsure }],
    ["checklist", { checklist: unsure }],
  ] as const)("is found in the %s", async ([field, fields]) => {
    const { client } = await people();
    const raw = await priced(client, placing({ ...essay, ...fields }, { confirmTotalCents: essayCents }));
    const held = must(await send(client, raw));
    expect(await requestRow(held.orderId)).toMatchObject({ field, state: "waiting" });
  });

  test("may be custom work, with the subject as well, and waits without a total", async () => {
    const { client, ada } = await people();
    const held = must(await send(client, placing({ ...custom, subject: unsure }, { confirmTotalCents: undefined })));
    expect(held).toMatchObject({ held: true, kind: "custom" });
    expect(await requestRow(held.orderId)).toMatchObject({ totalCents: null, field: "subject" });
    expect(must(await decide(ada, held.orderId))).toMatchObject({ placed: true });
    expect(await rowOf(runtime, held.orderId)).toMatchObject({ kind: "custom", status: "pending", subject: unsure });
  });

  test("is kept once for ten presses at once, and its form is not kept as a draft any more", async () => {
    const { client } = await people();
    const raw = await priced(client, asking());
    const all = await Promise.all(Array.from({ length: 10 }, () => send(client, raw)));
    expect(new Set(all.map((one) => must(one).orderId)).size).toBe(1);
    expect(all.filter((one) => !must(one).again)).toHaveLength(1);
    const draft = { path: "/order", fields: { title: "x" }, formKey: raw.idempotencyKey, seen: 0 };
    expect(must(await keepOrderDraft(ctxFor(runtime, client), draft))).toEqual({ status: "placed" });
  });

  test("is one for two tabs with one quote", async () => {
    const { client } = await people();
    const fields = {
      service: "non-technical",
      subject: "Psychology",
      pages: 5,
      citedSources: 6,
      deadline: essay.deadline,
    };
    const quoteId = must(await makeQuote(ctxFor(runtime, client), { mode: "json", fields })).id;
    const raw = () => placing({ ...essay, instructions: unsure }, { quoteId });
    const all = [must(await send(client, raw())), must(await send(client, raw()))];
    expect(all.map(({ held, again }) => ({ held, again }))).toEqual([
      { held: true, again: false },
      { held: true, again: true },
    ]);
    expect(all[0]?.orderId).toBe(all[1]?.orderId);
  });

  test("counts among what an account may leave unpaid", async () => {
    const { client } = await people();
    for (let n = 0; n < 10; n += 1) await hold(client);
    expect(await send(client, await priced(client, asking()))).toMatchObject({ code: "too-many" });
  });

  test("sent again with other contents is refused, and nothing is replaced", async () => {
    const { client } = await people();
    const { raw, id } = await hold(client);
    const other = { ...raw, fields: { ...raw.fields, title: "Another title" } };
    expect(await send(client, other)).toMatchObject({ code: "conflict", data: { requestId: id } });
    expect(await requestRow(id)).toMatchObject({ title: essay.title });
  });

  test("keeps no log-in that was typed", async () => {
    const { client } = await people();
    const { id } = await hold(client, "My Canvas password is Blue-Heron77. Please look at the topics.", {
      askPerson: true,
    });
    expect(JSON.stringify(await requestRow(id))).not.toContain("Heron77");
  });
});

describe("a refused text", () => {
  test("is refused beside its field, and the page may offer a person", async () => {
    const { client } = await people();
    const refused = await send(client, asking(certain));
    expect(refused).toMatchObject({ code: "invalid", data: { mayAsk: true } });
    expect(JSON.stringify(refused)).toContain("practice paper");
    // Other wrong answers alone bring nobody.
    expect((await send(client, placing({ ...essay, title: "" }))) as object).not.toHaveProperty("data");
  });

  test("goes to a person when its client asks, and is ordered when that person says yes", async () => {
    const { client, ada } = await people();
    const { id } = await hold(client, certain, { askPerson: true });
    expect(await requestRow(id)).toMatchObject({ asked: "asked", rule: "sit-for-me" });
    must(await decide(ada, id));
    expect(await rowOf(runtime, id)).toMatchObject({ instructions: certain });
  });

  test("other wrong answers are said first, also to who asks for a person", async () => {
    const { client } = await people();
    const raw = asking(certain, { askPerson: true });
    const answer = await send(client, { ...raw, fields: { ...raw.fields, country: "" } });
    expect(answer).toMatchObject({ code: "invalid", fields: [{ path: "country" }] });
  });
});

test("hours and times come from the settings of the installation", async () => {
  const { client } = await people();
  const { id } = await hold(client);
  const row = await requestRow(id);
  expect((row?.endsAt.getTime() ?? 0) - (row?.createdAt.getTime() ?? 0)).toBe(72 * hourMs);
});

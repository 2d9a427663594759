import { describe, expect, test } from "vitest";
import { newId } from "#src/platform/ids.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { essay, eventsOf, must, placing, rowOf } from "../orders.testing.ts";
import { adminCounts } from "../queries/admin-today.ts";
import { withdrawRequest } from "./decide-request.ts";
import { requestFixture, unsure } from "./requests.testing.ts";
import { ownRequest, screenedQueue } from "./requests.ts";

const { runtime, later, send, priced, hold, people, decide, requestRow, ordersOf, tick, stateOf } =
  await requestFixture();

describe("a person decides", () => {
  test("yes makes the order at the kept total, with the promise of the client's own moment", async () => {
    const { client, ada } = await people();
    const { id, raw } = await hold(client);
    later(10);
    expect(must(await decide(ada, id))).toEqual({ requestId: id, verdict: "accept", placed: true });
    expect(await rowOf(runtime, id)).toMatchObject({
      ...{ status: "pending", paymentStatus: "pending", clientId: client.id, priceCents: raw.confirmTotalCents },
      ...{ instructions: unsure, consentedAt: new Date("2026-03-10T12:00:00Z"), createdAt: runtime.clock() },
    });
    expect(await eventsOf(runtime, id)).toEqual(["request.held", "order.placed", "request.accepted"]);
    expect(await requestRow(id)).toMatchObject({ state: "placed", decidedBy: ada.id, kept: null, values: {} });
    // The form that was sent leads to the order from now on.
    expect(must(await send(client, raw))).toMatchObject({ orderId: id, again: true, held: false });
    later(200);
    await tick();
    expect(await stateOf(id)).toBe("placed");
  });

  test("two admins at once, and each twice: one decision, one order", async () => {
    const { client, ada, ben } = await people();
    const { id } = await hold(client);
    const all = await Promise.all([
      decide(ada, id),
      decide(ben, id, "refuse"),
      decide(ada, id),
      decide(ben, id, "refuse"),
    ]);
    const state = await stateOf(id);
    expect(all.filter(({ ok }) => ok)).toHaveLength(2);
    expect(all.filter((one) => !one.ok && one.code === "conflict")).toHaveLength(2);
    expect(await ordersOf(client)).toBe(state === "placed" ? 1 : 0);
    expect((await eventsOf(runtime, id)).filter((name) => /accepted|refused/.test(name))).toHaveLength(1);
  });

  test("no needs an answer, which the client gets; what was typed stays", async () => {
    const { client, ada, ben } = await people();
    const { id, raw } = await hold(client);
    expect(await decide(ada, id, "refuse", " ")).toMatchObject({ fields: [{ path: "answer" }] });
    must(await decide(ada, id, "refuse", "A practice paper instead?"));
    expect(await ordersOf(client)).toBe(0);
    expect(must(await ownRequest(ctxFor(runtime, client), { requestId: id }))).toMatchObject({
      ...{ state: "refused", answer: "A practice paper instead?" },
      values: expect.objectContaining({ instructions: unsure }),
    });
    expect(await decide(ben, id)).toMatchObject({ code: "conflict", message: expect.stringContaining("Ada decided") });
    expect(must(await send(client, raw))).toMatchObject({ held: true, again: true });
    const queue = must(await screenedQueue(ctxFor(runtime, ben), {}));
    expect(queue.waiting.map((one) => one.id)).not.toContain(id);
    expect(queue.decided).toContainEqual(expect.objectContaining({ id, by: "Ada", state: "refused" }));
  });

  test("a deadline that has become too near is asked for anew, and nobody reads the same text twice", async () => {
    const { client, ada } = await people();
    const raw = await priced(client, placing({ ...essay, instructions: unsure }));
    const { orderId: id } = must(await send(client, raw));
    later(58);
    expect(must(await decide(ada, id))).toMatchObject({ placed: false });
    expect(await ordersOf(client)).toBe(0);
    expect(must(await send(client, raw))).toMatchObject({ held: true, again: true });
    const moved = { ...raw, fields: { ...raw.fields, deadline: "2026-03-20T00:00:00Z" } };
    const changed = await send(client, moved);
    expect(changed).toMatchObject({ code: "price-changed" });
    const total = changed.ok ? 0 : changed.data?.totalCents;
    const placed = must(await send(client, { ...moved, confirmTotalCents: total }));
    expect(placed).toMatchObject({ held: false, orderId: id });
    expect(await rowOf(runtime, id)).toMatchObject({ priceCents: total });
    expect(await stateOf(id)).toBe("placed");
  });

  test("an accepted text that was changed since is read again, under the same id", async () => {
    const { client, ada } = await people();
    const raw = await priced(client, placing({ ...essay, instructions: unsure }));
    const { orderId: id } = must(await send(client, raw));
    later(58);
    must(await decide(ada, id));
    const fields = { ...raw.fields, deadline: "2026-03-20T00:00:00Z", instructions: `${unsure} And more.` };
    const again = await priced(client, { ...raw, fields, confirmTotalCents: undefined });
    expect(must(await send(client, again))).toMatchObject({ held: true, orderId: id, again: false });
    expect(await requestRow(id)).toMatchObject({ state: "waiting", decidedBy: null });
  });

  test("only an admin for orders decides, and never the own one", async () => {
    const { client, ada } = await people();
    const mine = await hold(ada);
    expect(await decide(ada, mine.id)).toMatchObject({ code: "forbidden" });
    for (const who of [client, { ...ada, capabilities: ["money" as const] }]) {
      expect(await decide(who, mine.id)).toMatchObject({ code: "not-found" });
      expect(await screenedQueue(ctxFor(runtime, who), {})).toMatchObject({ code: "not-found" });
    }
    expect(await decide(ada, "none")).toMatchObject({ code: "not-found" });
    expect(await ownRequest(ctxFor(runtime, client), { requestId: mine.id })).toMatchObject({ code: "not-found" });
  });

  test("the menu counts what waits", async () => {
    const { client, ada } = await people();
    const waiting = async () => must(await adminCounts(ctxFor(runtime, ada), {})).requests;
    const before = await waiting();
    const { id } = await hold(client);
    expect(await waiting()).toBe(before + 1);
    must(await decide(ada, id));
    expect(await waiting()).toBe(before);
  });
});

describe("a request ends", () => {
  test("after 72 hours, once, by whichever process ticks; what was typed can be sent again", async () => {
    const { client, ada } = await people();
    const { id, raw } = await hold(client);
    later(71.9);
    await tick();
    expect(await stateOf(id)).toBe("waiting");
    later(72);
    await Promise.all([tick(), tick()]);
    expect(await stateOf(id)).toBe("expired");
    expect((await eventsOf(runtime, id)).filter((name) => name === "request.expired")).toHaveLength(1);
    expect(await decide(ada, id)).toMatchObject({ code: "conflict" });
    expect(await ordersOf(client)).toBe(0);
    const anew = await priced(client, { ...raw, idempotencyKey: newId(), confirmTotalCents: undefined });
    expect(must(await send(client, anew))).toMatchObject({ held: true, again: false });
  });

  test("in one way: a decision and the timer at once", async () => {
    const { client, ada } = await people();
    const { id } = await hold(client);
    later(72);
    await Promise.all([tick(), decide(ada, id), tick()]);
    const state = await stateOf(id);
    expect(["expired", "placed"]).toContain(state);
    expect(await ordersOf(client)).toBe(state === "placed" ? 1 : 0);
  });

  test("when its client takes it back, twice too, and nobody else can", async () => {
    const { client, ada, ben } = await people();
    const { id } = await hold(client);
    expect(await withdrawRequest(ctxFor(runtime, ben), { requestId: id })).toMatchObject({ code: "not-found" });
    for (const _ of [1, 2]) must(await withdrawRequest(ctxFor(runtime, client), { requestId: id }));
    expect(await stateOf(id)).toBe("withdrawn");
    expect(await decide(ada, id)).toMatchObject({ code: "conflict" });
    expect(await withdrawRequest(ctxFor(runtime, client), { requestId: newId() })).toMatchObject({ code: "not-found" });
  });
});

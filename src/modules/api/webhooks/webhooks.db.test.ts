import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startWebhookReceiver, type WebhookReceiver } from "#fakes/webhook-receiver.ts";
import { eventHandlers } from "#src/composition/parts.ts";
import { myNotices } from "#src/modules/notifications/index.server.ts";
import { writerDirectory } from "#src/modules/orders/index.server.ts";
import { doAct, must, newWriter, pay, place } from "#src/modules/orders/orders.testing.ts";
import { writerDirectoryOfRuntime } from "#src/modules/writing/index.server.ts";
import { newId } from "#src/platform/ids.ts";
import { audit } from "#src/platform/tables.ts";
import type { Person } from "#src/shared/viewer.ts";
import { createAccountsRuntime, createPerson, secondProcess } from "#tests/support/people.ts";
import { ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { deliveries, endpoints } from "../tables.ts";
import {
  editEndpoint,
  makeEndpoint,
  removeEndpoint,
  rotateSecret,
  sendAgain,
  sendTest,
  switchOff,
  switchOn,
} from "./change-endpoints.ts";
import { endpointList, endpointPage } from "./endpoint-list.ts";
import { eventTypeNames } from "./event-types.ts";
import { webhookWire } from "./message.ts";
import { sendDueWebhooks, sweepDeliveries } from "./send-due.ts";

const start = new Date("2026-03-10T12:00:00Z");
let runtime: TestRuntime;
let admin: Person;
let receiver: WebhookReceiver;
beforeAll(async () => {
  runtime = await createAccountsRuntime({ eventHandlers, ports: [[writerDirectory, writerDirectoryOfRuntime]] });
  admin = await createPerson(runtime, { role: 3, name: "Ada" });
});
afterAll(() => runtime.drop());
beforeEach(async () => {
  runtime.setNow(start);
  receiver = await startWebhookReceiver({ now: () => runtime.clock().getTime() });
});
afterEach(async () => {
  await runtime.db.delete(deliveries);
  await runtime.db.delete(endpoints);
  await receiver.close();
});

const forAdmin = () => ctxFor(runtime, admin);
async function made(events: readonly string[] = eventTypeNames, url = `${receiver.url}/hooks`): Promise<string> {
  const id = newId();
  receiver.secrets.push(must(await makeEndpoint(forAdmin(), { id, url, events })).secret);
  return id;
}
const send = (at = runtime as Parameters<typeof sendDueWebhooks>[0]) => sendDueWebhooks(at);
const later = (ms: number) => runtime.setNow(new Date(runtime.clock().getTime() + ms));
const rowsOf = (id: string) => runtime.db.select().from(deliveries).where(eq(deliveries.endpointId, id));
const types = () => receiver.received.map(({ body }) => body.type);
const minute = 60_000;
const day = 86_400_000;

describe("messages", () => {
  test("of an order are signed, and say numbers, states and amounts, no name and no text", async () => {
    await made();
    const client = await createPerson(runtime, { name: "NAMEofclient", email: "secret@people.test" });
    const writer = await newWriter(runtime);
    const { orderId, number } = await place(runtime, client);
    await pay(runtime, orderId);
    must(await doAct(runtime, admin, orderId, "assign", { writerId: writer.id }));
    await runtime.dispatchEvents();
    while ((await send()) > 0);
    expect(types().sort()).toEqual(["order.assigned", "order.paid", "order.placed"]);
    expect(receiver.received.every(({ signed }) => signed)).toBe(true);
    const paid = receiver.received.find(({ body }) => body.type === "order.paid");
    expect(paid?.body.data.order).toMatchObject({ id: orderId, number, status: "confirmed", currency: "USD" });
    for (const { body } of receiver.received) expect(webhookWire.schema.safeParse(body).error).toBeUndefined();
    const all = JSON.stringify(receiver.received);
    for (const secret of ["NAMEofclient", "secret@people.test", client.id, writer.id])
      expect(all).not.toContain(secret);
  });

  test("go only where the event was chosen, and nowhere while it is off", async () => {
    await made(["order.paid"]);
    const off = await made(["order.placed"], `${receiver.url}/off`);
    must(await switchOff(forAdmin(), { id: off }));
    const { orderId } = await place(runtime, await createPerson(runtime));
    await pay(runtime, orderId);
    await runtime.dispatchEvents();
    while ((await send()) > 0);
    expect(types()).toEqual(["order.paid"]);
    must(await switchOn(forAdmin(), { id: off }));
    await send();
    expect(types()).toEqual(["order.paid"]);
  });

  test("are each sent once by several processes at once", async () => {
    const id = await made();
    for (let i = 0; i < 12; i += 1) must(await sendTest(forAdmin(), { id }));
    const other = secondProcess(runtime);
    const third = secondProcess(runtime);
    await Promise.all([send(), send(other.runtime), send(third.runtime)]);
    while ((await send()) > 0);
    const ids = receiver.received.map((one) => one.id);
    expect([ids.length, new Set(ids).size]).toEqual([12, 12]);
    expect((await rowsOf(id)).every(({ state, attempts }) => state === "delivered" && attempts === 1)).toBe(true);
    await other.end();
    await third.end();
  });

  test("that a process took and never ended are sent by another one after a minute, with the same id", async () => {
    const id = await made();
    must(await sendTest(forAdmin(), { id }));
    const inAMinute = new Date(runtime.clock().getTime() + minute);
    await runtime.db.update(deliveries).set({ attempts: 1, claim: 1, nextTryAt: inAMinute });
    expect(await send()).toBe(0);
    later(minute);
    expect(await send()).toBe(1);
    expect(receiver.received.map((one) => one.id)).toEqual((await rowsOf(id)).map((row) => row.id));
  });
});

describe("what is not taken", () => {
  test("is tried again with growing waits and the same id, ten times, then never", async () => {
    receiver.options.answer = () => ({ status: 500, body: `no${"o".repeat(5000)}\0` });
    const id = await made();
    must(await sendTest(forAdmin(), { id }));
    for (let tries = 1; tries <= 12; tries += 1) {
      await send();
      const [row] = await rowsOf(id);
      if (!row?.nextTryAt) break;
      expect(row.attempts).toBe(tries);
      expect(await send()).toBe(0);
      runtime.setNow(row.nextTryAt);
    }
    const [row] = await rowsOf(id);
    expect(row).toMatchObject({ state: "failed", attempts: 10, status: 500, nextTryAt: null });
    expect(row?.answer).toHaveLength(1000);
    expect([receiver.received.length, new Set(receiver.received.map((one) => one.id)).size]).toEqual([10, 1]);
    receiver.options.answer = () => ({ status: 200 });
    must(await sendAgain(forAdmin(), { id: row?.id }));
    expect(await sendAgain(forAdmin(), { id: row?.id })).toMatchObject({ code: "conflict" });
    expect(await send()).toBe(1);
    expect(new Set(receiver.received.map((one) => one.id)).size).toBe(1);
  });

  test("redirects are not followed, and a closed port is no answer", async () => {
    const other = await startWebhookReceiver();
    receiver.options.answer = () => ({ status: 302, headers: { location: `${other.url}/inside` } });
    const id = await made();
    must(await sendTest(forAdmin(), { id }));
    await send();
    expect((await rowsOf(id))[0]).toMatchObject({ state: "waiting", status: 302 });
    expect(other.received).toEqual([]);
    const closed = await made(["order.paid"], `${other.url}/closed`);
    await other.close();
    must(await sendTest(forAdmin(), { id: closed }));
    await send();
    const [row] = await rowsOf(closed);
    expect(row?.status).toBeNull();
    expect(row?.answer).toMatch(/ECONNREFUSED/);
  });

  test("an endpoint that fails for days is switched off, and admins for settings are notified once", async () => {
    receiver.options.answer = () => ({ status: 503 });
    const id = await made();
    for (let days = 0; days <= 5; days += 1) {
      must(await sendTest(forAdmin(), { id }));
      await send();
      later(day);
    }
    const state = async () => must(await endpointList(forAdmin(), {}))[0]?.state;
    expect(await state()).toBe("given-up");
    await runtime.dispatchEvents();
    const titles = must(await myNotices(forAdmin(), {})).notices.map(({ title }) => title);
    expect(titles.filter((title) => title.includes("webhook"))).toHaveLength(1);
    expect(await sendTest(forAdmin(), { id })).toMatchObject({ code: "conflict" });
    receiver.options.answer = () => ({ status: 200 });
    must(await switchOn(forAdmin(), { id }));
    while ((await send()) > 0);
    expect(await state()).toBe("on");
  });

  test("an endpoint that says it is gone is switched off at once", async () => {
    receiver.options.answer = () => ({ status: 410 });
    const id = await made();
    must(await sendTest(forAdmin(), { id }));
    await send();
    expect(must(await endpointList(forAdmin(), {}))[0]?.state).toBe("given-up");
  });

  test("one endpoint that fails does not hold up another one", async () => {
    receiver.options.answer = ({ path }) => ({ status: path === "/bad" ? 500 : 200 });
    const [bad, good] = [await made(["order.paid"], `${receiver.url}/bad`), await made(["order.paid"])];
    for (let i = 0; i < 3; i += 1) {
      must(await sendTest(forAdmin(), { id: bad }));
      must(await sendTest(forAdmin(), { id: good }));
    }
    expect(await send()).toBe(3);
    expect((await rowsOf(good)).every(({ state }) => state === "delivered")).toBe(true);
  });
});

describe("an endpoint", () => {
  test("is made by admins for settings alone, after a fresh sign-in, and shows its secret once", async () => {
    const asked = () => ({ id: newId(), url: `${receiver.url}/`, events: ["order.paid"] });
    const client = await createPerson(runtime);
    expect(await makeEndpoint(ctxFor(runtime, client), asked())).toMatchObject({ code: "not-found" });
    const stale = { ...admin, freshAt: new Date(runtime.clock().getTime() - 11 * minute) };
    expect(await makeEndpoint(ctxFor(runtime, stale), asked())).toMatchObject({ code: "step-up" });
    const once = asked();
    const { secret } = must(await makeEndpoint(forAdmin(), once));
    expect(await makeEndpoint(forAdmin(), once)).toMatchObject({ code: "conflict" });
    for (const [, run] of Object.entries({ rotateSecret, switchOff, removeEndpoint, sendTest }))
      expect(await run(ctxFor(runtime, client), { id: once.id })).toMatchObject({ code: "not-found" });
    expect((await endpointPage(ctxFor(runtime, client), { id: once.id })).ok).toBe(false);
    const kept = JSON.stringify([
      await runtime.db.select().from(endpoints),
      await runtime.db.select().from(audit).where(eq(audit.subject, once.id)),
      await endpointPage(forAdmin(), { id: once.id }),
    ]);
    expect(kept).not.toContain(secret.slice(6));
  });

  test("says beside each field what is wrong", async () => {
    const outcome = await makeEndpoint(forAdmin(), { id: newId(), url: "http://10.0.0.1/", events: [] });
    expect(outcome).toMatchObject({ code: "invalid", fields: [{ path: "url" }, { path: "events" }] });
  });

  test("gets another address and other events, which count for what waits and what comes", async () => {
    const id = await made(["order.paid"], `${receiver.url}/old`);
    receiver.options.answer = ({ path }) => ({ status: path === "/old" ? 500 : 200 });
    must(await sendTest(forAdmin(), { id }));
    await send();
    const { version } = must(await endpointPage(forAdmin(), { id })).endpoint;
    const asked = { id, url: `${receiver.url}/new`, events: ["order.placed"], version };
    must(await editEndpoint(forAdmin(), asked));
    expect(must(await endpointPage(forAdmin(), { id })).endpoint).toMatchObject({ state: "on", url: asked.url });
    await place(runtime, await createPerson(runtime));
    await runtime.dispatchEvents();
    later(10 * minute);
    while ((await send()) > 0);
    expect(receiver.received.map(({ path, body, signed }) => [path, body.type, signed]).sort()).toEqual([
      ["/new", "order.placed", true],
      ["/new", "test", true],
      ["/old", "test", true],
    ]);
  });

  test("is edited by admins for settings alone, after a fresh sign-in, and not over somebody else's change", async () => {
    const id = await made(["order.paid"]);
    const { version, url } = must(await endpointPage(forAdmin(), { id })).endpoint;
    const asked = { id, url, events: ["order.placed"], version };
    const stale = { ...admin, freshAt: new Date(runtime.clock().getTime() - 11 * minute) };
    expect(await editEndpoint(ctxFor(runtime, await createPerson(runtime)), asked)).toMatchObject({
      code: "not-found",
    });
    expect(await editEndpoint(ctxFor(runtime, stale), asked)).toMatchObject({ code: "step-up" });
    const wrong = await editEndpoint(forAdmin(), { ...asked, url: "http://10.0.0.1/", events: [] });
    expect(wrong).toMatchObject({ code: "invalid", fields: [{ path: "url" }, { path: "events" }] });
    const both = await Promise.all(
      ["/one", "/two"].map((path) => editEndpoint(forAdmin(), { ...asked, url: `${receiver.url}${path}` })),
    );
    expect(both.map((outcome) => (outcome.ok ? "ok" : outcome.code)).sort()).toEqual(["conflict", "ok"]);
    expect(await editEndpoint(forAdmin(), { ...asked, id: newId() })).toMatchObject({ code: "not-found" });
  });

  test("signs with both secrets for a day after a new one was made", async () => {
    const id = await made();
    const [old = ""] = receiver.secrets;
    const { secret } = must(await rotateSecret(forAdmin(), { id }));
    const signedBy = async (known: string) => {
      receiver.secrets = [known];
      must(await sendTest(forAdmin(), { id }));
      await send();
      return receiver.received.at(-1)?.signed;
    };
    expect([await signedBy(old), await signedBy(secret)]).toEqual([true, true]);
    later(day - 1);
    expect([await signedBy(old), await signedBy(secret)]).toEqual([true, true]);
    later(1);
    expect([await signedBy(old), await signedBy(secret)]).toEqual([false, true]);
  });

  test("has a log that is walked page by page, forgotten after 30 days, and gone with it", async () => {
    const id = await made();
    for (let i = 0; i < 35; i += 1) must(await sendTest(forAdmin(), { id }));
    const first = must(await endpointPage(forAdmin(), { id }));
    const second = must(await endpointPage(forAdmin(), { id, older: first.older ?? "" }));
    expect([first.log.length, second.log.length]).toEqual([30, 5]);
    later(30 * day + minute);
    must(await sendTest(forAdmin(), { id }));
    await sweepDeliveries.run(runtime);
    expect(must(await endpointPage(forAdmin(), { id })).log).toHaveLength(1);
    must(await removeEndpoint(forAdmin(), { id }));
    expect(await rowsOf(id)).toEqual([]);
    expect(await removeEndpoint(forAdmin(), { id })).toMatchObject({ code: "not-found" });
  });
});

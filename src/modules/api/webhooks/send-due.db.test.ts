import { Agent } from "node:http";
import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { startWebhookReceiver } from "#fakes/webhook-receiver.ts";
import { must, place } from "#src/modules/orders/orders.testing.ts";
import { inTransaction } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { releaseOutgoing } from "#src/platform/outgoing-hold.ts";
import { systemCtx } from "#src/platform/runtime.ts";
import { installation } from "#src/platform/tables.ts";
import { done } from "#src/shared/outcome.ts";
import { createAccountsRuntime, createPerson } from "#tests/support/people.ts";
import { ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { deliveries, endpoints } from "../tables.ts";
import { makeEndpoint, sendAgain, sendTest, switchOff, switchOn } from "./change-endpoints.ts";
import { sendDueWebhooks } from "./send-due.ts";
import { webhookEventHandlers } from "./state-events.ts";

const runtime = await forThisFile(createAccountsRuntime());
afterEach(async () => {
  await runtime.db.delete(deliveries);
  await runtime.db.delete(endpoints);
});

test("a message whose lease ran out keeps what the process wrote that took it over", async () => {
  const admin = ctxFor(runtime, await createPerson(runtime, { role: 3 }));
  const id = newId();
  const outside = async () => ["93.184.216.34"];
  must(await makeEndpoint(admin, { id, url: "https://shop.example/", events: ["order.paid"] }, outside));
  must(await sendTest(admin, { id }));
  const takenOver = async () => {
    await runtime.db.update(deliveries).set({ claim: 2, state: "delivered", status: 200, nextTryAt: null });
    return ["10.0.0.5"];
  };
  await sendDueWebhooks(runtime, takenOver);
  expect(await runtime.db.select().from(deliveries).where(eq(deliveries.endpointId, id))).toMatchObject([
    { state: "delivered", status: 200, nextTryAt: null },
  ]);
  const [endpoint] = await runtime.db.select().from(endpoints).where(eq(endpoints.id, id));
  expect(endpoint).toMatchObject({ on: true, failingSince: null });
});

test("a name that leads inside by now is not connected to", async () => {
  const admin = ctxFor(runtime, await createPerson(runtime, { role: 3 }));
  const id = newId();
  const [outside, inside] = [async () => ["93.184.216.34"], async () => ["10.0.0.5"]];
  must(await makeEndpoint(admin, { id, url: "https://shop.example/", events: ["order.paid"] }, outside));
  must(await sendTest(admin, { id }));
  expect(await sendDueWebhooks(runtime, inside)).toBe(0);
  expect(await runtime.db.select().from(deliveries).where(eq(deliveries.endpointId, id))).toMatchObject([
    { status: null, answer: expect.stringMatching(/private network/) },
  ]);
});

/** An endpoint on this computer, under a name, with messages that wait for it. */
async function waitingFor(url: string, messages: number, events = ["order.paid"]) {
  const admin = ctxFor(runtime, await createPerson(runtime, { role: 3 }));
  const id = newId();
  must(await makeEndpoint(admin, { id, url, events }));
  for (let sent = 0; sent < messages; sent += 1) must(await sendTest(admin, { id }));
  return { admin, id, rows: () => runtime.db.select().from(deliveries).where(eq(deliveries.endpointId, id)) };
}

test.each([
  ["IPv6", ["::1", "127.0.0.1"]],
  ["the first IPv4", ["127.0.0.2", "127.0.0.1"]],
  ["each but the last", ["::1", "127.0.0.3", "127.0.0.2", "127.0.0.1"]],
])("a message arrives when %s of a name's addresses takes no connection", async (_, addresses) => {
  const receiver = await startWebhookReceiver();
  const connect = vi.spyOn(Agent.prototype, "createConnection");
  const { rows } = await waitingFor(receiver.url.replace("127.0.0.1", "localhost"), 1);
  expect(await sendDueWebhooks(runtime, async () => addresses)).toBe(1);
  // An address that does not answer at all holds up the next one by two seconds.
  const tries = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 2_000 };
  expect(connect.mock.lastCall?.[0]).toMatchObject(tries);
  expect(await rows()).toMatchObject([{ state: "delivered", status: 200, attempts: 1 }]);
  await receiver.close();
});

test("each address of a name is checked, wherever it stands", async () => {
  const receiver = await startWebhookReceiver();
  const { rows } = await waitingFor(receiver.url.replace("127.0.0.1", "localhost"), 1);
  expect(await sendDueWebhooks(runtime, async () => ["127.0.0.1", "::1", "10.0.0.5"])).toBe(0);
  expect(receiver.received).toEqual([]);
  expect(await rows()).toMatchObject([{ state: "waiting", answer: expect.stringMatching(/private network/) }]);
  await receiver.close();
});

test("a message that is refused does not hold up those behind it", async () => {
  const refused = new Set<string>();
  const receiver = await startWebhookReceiver({
    answer: ({ id }) => {
      if (refused.size === 0) refused.add(id);
      return { status: refused.has(id) ? 422 : 200 };
    },
  });
  const { rows } = await waitingFor(receiver.url, 8);
  expect(await sendDueWebhooks(runtime)).toBe(7);
  expect((await rows()).map(({ state, status }) => `${state} ${status}`).sort()).toEqual([
    ...Array(7).fill("delivered 200"),
    "waiting 422",
  ]);
  await receiver.close();
});

test("several messages are on their way to one endpoint at once", async () => {
  const [all, open] = [Promise.withResolvers<void>(), { now: 0 }];
  const receiver = await startWebhookReceiver({
    answer: () => {
      open.now += 1;
      if (open.now === 4) all.resolve();
      return null;
    },
  });
  const { rows } = await waitingFor(receiver.url, 6);
  const round = sendDueWebhooks(runtime);
  await all.promise;
  await receiver.close();
  expect(await round).toBe(0);
  expect((await rows()).map(({ attempts }) => attempts).sort()).toEqual([0, 0, 1, 1, 1, 1]);
});

test.each([429, 503])("an endpoint that answers %i is sent nothing more in this round", async (status) => {
  const receiver = await startWebhookReceiver({ answer: () => ({ status }) });
  await waitingFor(receiver.url, 20);
  expect(await sendDueWebhooks(runtime)).toBe(0);
  expect(receiver.received.length).toBeLessThan(9);
  await receiver.close();
});

test("messages of an endpoint that is off wait", async () => {
  const receiver = await startWebhookReceiver();
  const { admin, id, rows } = await waitingFor(receiver.url, 1);
  must(await switchOff(admin, { id }));
  expect(await sendDueWebhooks(runtime)).toBe(0);
  expect([receiver.received, (await rows())[0]?.attempts]).toEqual([[], 0]);
  must(await switchOn(admin, { id }));
  expect(await sendDueWebhooks(runtime)).toBe(1);
  await receiver.close();
});

test("an endpoint that takes a message does not fail any more", async () => {
  const answer = { status: 500 };
  const receiver = await startWebhookReceiver({ answer: () => answer });
  const { id } = await waitingFor(receiver.url, 1);
  const failingSince = async () =>
    (await runtime.db.select().from(endpoints).where(eq(endpoints.id, id)))[0]?.failingSince;
  await sendDueWebhooks(runtime);
  expect(await failingSince()).toBeInstanceOf(Date);
  answer.status = 200;
  await runtime.db.update(deliveries).set({ nextTryAt: new Date(0) });
  expect(await sendDueWebhooks(runtime)).toBe(1);
  expect(await failingSince()).toBeNull();
  await receiver.close();
});

test("a message that is sent again is not ended by the answer to the try before", async () => {
  const sentAgain = async () => {
    await runtime.db.update(deliveries).set({ state: "failed" });
    const [row] = await rows();
    must(await sendAgain(admin, { id: row?.id ?? "" }));
    return ["10.0.0.5"];
  };
  const { admin, rows } = await waitingFor("http://localhost:9/", 1);
  await sendDueWebhooks(runtime, sentAgain);
  expect(await rows()).toMatchObject([{ state: "waiting", attempts: 0, status: null, triedAt: null }]);
});

test("an event that is handled twice makes one message", async () => {
  const { id, rows } = await waitingFor("http://localhost:9/", 0, ["order.placed"]);
  const { orderId } = await place(runtime, await createPerson(runtime));
  const event = { id: newId(), name: "order.placed", subject: orderId, payload: {}, at: runtime.clock() };
  const handler = webhookEventHandlers.find(({ on }) => on === event.name);
  for (let times = 0; times < 2; times += 1)
    await inTransaction(systemCtx(runtime, "test"), async (work) => done(await handler?.run(work, event)));
  expect(await rows()).toMatchObject([{ endpointId: id, eventId: event.id }]);
});

test("rows that came from another place send nothing before they are released, and then once", async () => {
  const receiver = await startWebhookReceiver();
  const { rows } = await waitingFor(receiver.url, 2);
  const held = { heldSince: runtime.clock() };
  const row = { id: 1, mode: "demo", installId: "one", createdAt: runtime.clock() } as const;
  await runtime.db
    .insert(installation)
    .values({ ...row, ...held })
    .onConflictDoUpdate({ target: installation.id, set: held });
  expect(await sendDueWebhooks(runtime)).toBe(0);
  expect([receiver.received.length, (await rows()).map(({ attempts }) => attempts)]).toEqual([0, [0, 0]]);
  must(await releaseOutgoing(systemCtx(runtime, "start"), {}));
  expect([await sendDueWebhooks(runtime), await sendDueWebhooks(runtime)]).toEqual([2, 0]);
  expect(receiver.received.length).toBe(2);
  await receiver.close();
});

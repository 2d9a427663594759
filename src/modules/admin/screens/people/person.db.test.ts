import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { people, sessions } from "#src/modules/accounts/tables.ts";
import { sendMessage } from "#src/modules/chat/index.server.ts";
import { place } from "#src/modules/orders/orders.testing.ts";
import { writingEventHandlers } from "#src/modules/writing/index.server.ts";
import { writers } from "#src/modules/writing/tables.ts";
import { newId } from "#src/platform/ids.ts";
import { audit } from "#src/platform/tables.ts";
import type { Person } from "#src/shared/viewer.ts";
import { flashIn } from "#tests/support/flash.ts";
import { createAccountsRuntime, createPerson } from "#tests/support/people.ts";
import { ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { peopleNotices } from "../../notices.ts";
import { auditOfPerson, trailPageSize } from "../../queries/audit-list.ts";
import type { Refused } from "../orders/submit-order-step.server.ts";
import { adminPerson, submitPersonStep } from "./person.server.ts";
import { stepsOf } from "./person-step.tsx";

let runtime: TestRuntime;
let admin: Person;
beforeAll(async () => {
  runtime = await createAccountsRuntime({ mode: "real", eventHandlers: writingEventHandlers });
  admin = await createPerson(runtime, { role: 3 });
});
afterAll(() => runtime.drop());

const address = (personId: string, query = "") => `http://admin.test/admin/people/${personId}${query}`;
const look = (personId: string, query = "", viewer = admin) =>
  adminPerson(ctxFor(runtime, viewer), new Request(address(personId, query)), viewer, personId);

/** Posts a form as the page does; gives where it leads, or why it was refused. */
async function post(personId: string, step: string, typed: Record<string, string>, viewer = admin) {
  const { person } = await look(personId);
  const body = new URLSearchParams({ step, seenVersion: typed.seen ?? person.standing });
  for (const [name, value] of Object.entries(typed)) body.set(`${step}.${name}`, value);
  const request = new Request(address(personId), { method: "POST", body });
  const answer = await submitPersonStep(ctxFor(runtime, viewer), request, personId);
  if (answer instanceof Response) return { to: answer.headers.get("location"), flash: flashIn(answer) };
  return { status: answer.init?.status, refused: answer.data as Refused };
}

const reason = "They asked for it.";

async function withSessions(count: number): Promise<{ id: string; ids: string[] }> {
  const { id } = await createPerson(runtime);
  const now = runtime.clock();
  const ids = Array.from({ length: count }, () => newId());
  for (const one of ids)
    await runtime.db.insert(sessions).values({
      ...{ id: one, token: one, userId: id, createdAt: now, updatedAt: now },
      expiresAt: new Date(now.getTime() + 86_400_000),
    });
  return { id, ids };
}

test("the page offers what can be done now: blocking or opening, sessions that live", async () => {
  const { id, ids } = await withSessions(1);
  const steps = async () => stepsOf((await look(id)).person);
  expect(await steps()).toEqual(["role", "block", "reset", "end-all", `end-${ids[0]}`]);
  expect(await post(id, "block", { reason })).toEqual({ to: `/admin/people/${id}`, flash: "block" });
  expect(await steps()).toEqual(["role", "unblock"]);
});

test("one session ends, then the others", async () => {
  const { id, ids } = await withSessions(3);
  expect(await post(id, `end-${ids[1]}`, { reason })).toEqual({ to: `/admin/people/${id}`, flash: "end-one" });
  expect((await look(id)).person.sessions.map((one) => one.id).sort()).toEqual([ids[0], ids[2]].sort());
  expect(await post(id, "end-all", { reason })).toEqual({ to: `/admin/people/${id}`, flash: "end-all" });
  expect((await look(id)).person.sessions).toEqual([]);
});

test("a refusal says it beside the field, and everything typed stays", async () => {
  const { id } = await createPerson(runtime);
  expect(await post(id, "block", { reason: "no" })).toMatchObject({
    status: 422,
    refused: {
      step: "block",
      errors: { "block.reason": "Give a reason of at least 3 characters." },
      values: { reason: "no" },
    },
  });
  const wish = { role: "3", reason: "A good hand.\r\nReally.", "may-orders": "on" };
  expect(await post(id, "role", { ...wish, seen: "2:" })).toMatchObject({
    status: 409,
    refused: {
      message: "Somebody else was first. The role is Client now, as the page shows.",
      values: { role: "3", reason: "A good hand.\nReally.", "may-orders": "on" },
    },
  });
});

test("a sign-in that grew old keeps what was typed and says what to do", async () => {
  const { id } = await createPerson(runtime);
  const old = { ...admin, freshAt: new Date(runtime.clock().getTime() - 600_000) };
  expect(await look(id, "", old)).toMatchObject({ fresh: false });
  expect(await post(id, "block", { reason }, old)).toMatchObject({
    status: 403,
    refused: { stepUp: true, values: { reason }, message: expect.stringContaining("Confirm that it is you") },
  });
  expect((await look(id)).person.blocked).toBeNull();
});

test("an admin is made with what was ticked, and no unknown step does anything", async () => {
  const { id } = await createPerson(runtime);
  for (const step of ["__proto__", "constructor", "end-", "end-x", "delete"])
    expect(await post(id, step, { reason }), step).toMatchObject({ status: 404 });
  const wish = { role: "3", reason, "may-orders": "on", "may-root": "on", "may-money": "off" };
  expect(await post(id, "role", wish)).toEqual({ to: `/admin/people/${id}`, flash: "role" });
  expect((await look(id)).person).toMatchObject({ role: 3, capabilities: ["orders"], standing: "3:orders" });
});

test("who becomes a writer gets a place and a pseudonym; who is none any more is asked no more", async () => {
  const { id } = await createPerson(runtime);
  const writerRow = async () => (await runtime.db.select().from(writers).where(eq(writers.personId, id)))[0];
  await post(id, "role", { role: "2", reason });
  const first = await writerRow();
  expect(first).toMatchObject({ active: true, pseudonym: expect.stringMatching(/^Writer /) });
  await post(id, "role", { role: "1", reason });
  expect(await writerRow()).toEqual({ ...first, active: false });
  await post(id, "role", { role: "2", reason });
  expect(await writerRow()).toEqual(first);
});

test("the audit trail is walked without gaps and doubles, and only with the capability", async () => {
  const { id } = await createPerson(runtime);
  const rows = Array.from({ length: trailPageSize * 2 + 5 }, (_, at) => ({
    ...{ id: newId(), actor: at % 2 ? id : "guest", action: "account.signed-in", subject: id },
    ...{ at: new Date(runtime.clock().getTime() + Math.floor(at / 3)), detail: {}, requestId: "r" },
  }));
  await runtime.db.insert(audit).values(rows);
  const seen: string[] = [];
  const counts: number[] = [];
  for (let query = ""; ; ) {
    const { trail } = await look(id, query);
    seen.push(...trail.rows.map((row) => row.id));
    counts.push(trail.rows.length);
    if (!trail.older) break;
    query = `?older=${trail.older}`;
  }
  expect(counts).toEqual([trailPageSize, trailPageSize, 5]);
  expect(seen.sort()).toEqual(rows.map((row) => row.id).sort());
  const clerk: Person = { ...admin, capabilities: ["orders"] };
  expect(await auditOfPerson(ctxFor(runtime, clerk), { personId: id })).toMatchObject({ code: "not-found" });
});

test("the overview lists waiting removals and admins without a second factor", async () => {
  const { id } = await createPerson(runtime, { name: "Ana Popescu" });
  await runtime.db.update(people).set({ factorRemovalAskedAt: runtime.clock() }).where(eq(people.id, id));
  const notices = await peopleNotices(ctxFor(runtime, admin), "UTC");
  expect(notices.map(({ title, link }) => [title, link?.to])).toEqual([
    ["The second factor of Ana Popescu is removed on Fri 13 March, 12:00.", `/admin/people/${id}`],
    ["Some admins have no second factor.", "/admin/people?group=admins"],
  ]);
  const demo = await peopleNotices({ ...ctxFor(runtime, admin), runtime: { ...runtime, mode: "demo" } }, "UTC");
  expect(demo.map(({ key }) => key)).toEqual([`removal-${id}`]);
  expect(await peopleNotices(ctxFor(runtime, { ...admin, capabilities: ["orders"] }), "UTC")).toEqual([]);
});

test("a client is shown as a customer, each part to who may see it", async () => {
  const client = await createPerson(runtime, { name: "Priya Nair" });
  const { orderId } = await place(runtime, client);
  await sendMessage(ctxFor(runtime, client), { id: newId(), message: "Which file does the writer need?" });
  const parts = async (capabilities: Person["capabilities"]) => {
    const { customer, chat, writer } = await look(client.id, "", { ...admin, capabilities });
    return { customer, chat, writer };
  };
  const { customer, chat } = await parts(admin.capabilities);
  expect(customer).toMatchObject({
    figures: { placed: 1, spentCents: 0, refundedCents: 0 },
    orders: [{ id: orderId }],
    open: { open: 1 },
    trouble: { delivered: 0, revised: 0, disputed: 0, disputes: [] },
    money: { heldCents: 0, count: 0, refunds: [] },
    codes: [],
  });
  expect(chat).toMatchObject({ messages: [{ text: "Which file does the writer need?" }], notes: [] });
  expect(await parts(["people"])).toEqual({ customer: null, chat: null, writer: null });
  expect(await parts(["people", "chat"])).toMatchObject({ customer: null, chat: { holder: null } });
  expect((await parts(["people", "orders"])).customer).toMatchObject({ orders: [{ id: orderId }], codes: null });
  expect((await look(client.id, "?orders=open")).customer).toMatchObject({ openOnly: true, orders: [{ id: orderId }] });
});

test("a note about a person is for Support, and an empty one keeps its form", async () => {
  const client = await createPerson(runtime);
  await sendMessage(ctxFor(runtime, client), { id: newId(), message: "Hello." });
  expect(await post(client.id, "note", { text: " " })).toMatchObject({ refused: { step: "note" } });
  expect(await post(client.id, "note", { text: "Asks before each deadline." })).toMatchObject({ flash: "note" });
  expect((await look(client.id)).chat?.notes).toMatchObject([{ text: "Asks before each deadline." }]);
  const clerk: Person = { ...admin, capabilities: ["people"] };
  expect(await post(client.id, "note", { text: "Mine." }, clerk)).toMatchObject({ refused: { step: "note" } });
});

test("many orders in a day, and another account of the same device, are shown with the reason and decide nothing", async () => {
  const [client, other] = [await createPerson(runtime), await createPerson(runtime, { name: "Linh Tran" })];
  const now = runtime.clock();
  const [ipAddress, userAgent] = ["8.8.4.4", "One browser"];
  for (const { id } of [client, other])
    await runtime.db.insert(sessions).values({
      ...{ id: newId(), userId: id, token: newId(), ipAddress, userAgent, createdAt: now, updatedAt: now },
      expiresAt: new Date(now.getTime() + 86_400_000),
    });
  for (let placed = 0; placed < 5; placed += 1) await place(runtime, client);
  const { customer } = await look(client.id);
  expect(customer?.signs).toEqual([
    { text: "5 orders within 24 hours", to: null },
    { text: "The same device as Linh Tran", to: `/admin/people/${other.id}` },
  ]);
  // Another account can say who somebody is whose data is sealed.
  for (const sealed of [client, other]) {
    const shown = await look(client.id, "", { ...admin, sealed: new Map([[sealed.id, []]]) });
    expect(shown.customer?.signs).toEqual([{ text: "5 orders within 24 hours", to: null }]);
  }
  await place(runtime, client);
});

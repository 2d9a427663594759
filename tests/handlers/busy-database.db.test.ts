import { afterAll, expect, test } from "vitest";
import { sendMessage } from "#src/modules/chat/index.server.ts";
import { newId } from "#src/platform/ids.ts";
import { must, openPaymentsRuntime, place, placing } from "../support/payments.ts";
import { createPerson, sessionCookie } from "../support/people.ts";
import { startProduct } from "../support/product.ts";
import { ctxFor } from "../support/runtime.ts";

// The answers to a person and a program while another session holds the lock they need for longer than its timeout.

const runtime = await openPaymentsRuntime({ mode: "real", now: new Date() });
const client = await createPerson(runtime);
const deadline = new Date(runtime.clock().getTime() + 60 * 3_600_000).toISOString();
const { orderId } = await place(runtime, client, placing({ ...placing().fields, deadline }));
must(await sendMessage(ctxFor(runtime, client), { id: newId(), message: "Hello" }));
const cookie = await sessionCookie(runtime, client);
const url = new URL(runtime.database.url);
url.searchParams.set("lock_timeout", "50");
const product = await startProduct({
  env: { DATABASE_URL: url.href, DEMO: "off", SECRET: runtime.secret, ALLOW_DATA_LOSS: "on" },
});
afterAll(async () => {
  await product.stop();
  await runtime.drop();
});

const ask = (path: string, more: RequestInit = {}) =>
  fetch(product.url + path, {
    redirect: "manual",
    ...more,
    headers: { origin: product.url, cookie, ...more.headers },
  });

/** Asks while somebody else holds a lock. */
async function whileHeld(lock: string, path: string, more?: RequestInit) {
  const other = await runtime.database.pool.connect();
  await other.query("begin");
  await other.query(lock);
  const answer = await ask(path, more);
  const body = await answer.text();
  await other.query("rollback");
  other.release();
  return { status: answer.status, retryAfter: answer.headers.get("retry-after"), body };
}

const busy = "This takes too long at the moment, and nothing was changed. Try again in a minute.";
const order = `/dashboard/orders/${orderId}`;
const oneOrder = `select 1 from orders.orders where id = '${orderId}' for update`;
const form = (fields: Record<string, string>): RequestInit => ({ method: "POST", body: new URLSearchParams(fields) });
const json = (fields: object): RequestInit => ({
  method: "POST",
  body: JSON.stringify(fields),
  headers: { "content-type": "application/json" },
});

test("a form: the page again with what was typed, 503 in words; the same form goes through afterwards", async () => {
  const page = await (await ask(`${order}?step=cancel`)).text();
  const seenVersion = /name="seenVersion" value="(\d+)"/.exec(page)?.[1] ?? "";
  const fields = { action: "cancel", seenVersion, refundSeenCents: "0", reason: "I found the book." };
  const refused = await whileHeld(oneOrder, `${order}?step=cancel`, form(fields));
  expect(refused.status).toBe(503);
  expect(refused.body).toContain(busy);
  expect((await ask(`${order}?step=cancel`, form(fields))).status).toBe(303);
});

test.each([
  ["a page", order],
  ["its data", `${order}.data`],
])("%s that cannot be read now: 503 in words", async (_what, path) => {
  const refused = await whileHeld("lock table orders.orders in access exclusive mode", path);
  expect(refused.status).toBe(503);
  expect(refused.body).toContain(busy);
});

test("an API: problem details with the time to retry", async () => {
  const lock = `select 1 from chat.chats where id = '${client.id}' for update`;
  const refused = await whileHeld(lock, "/api/chat/messages", json({ id: newId(), message: "Hello" }));
  expect([refused.status, refused.retryAfter]).toEqual([503, "10"]);
  expect(JSON.parse(refused.body)).toMatchObject({ status: 503, title: busy, type: "urn:problem:unavailable" });
});

test.each([
  ["a page", "/dashboard"],
  ["an API", "/api/notices"],
])("nobody can be known: %s answers 503 in words", async (_what, path) => {
  const refused = await whileHeld("lock table accounts.sessions in access exclusive mode", path);
  expect([refused.status, refused.retryAfter]).toEqual([503, "10"]);
  expect(refused.body).toContain("This takes too long at the moment");
});

test("signing out: 503 in words while the session is held, and afterwards it ends", async () => {
  const mine = await sessionCookie(runtime, client);
  const out = { ...form({}), headers: { cookie: mine } };
  const refused = await whileHeld("select 1 from accounts.sessions for update", "/signout", out);
  expect(refused.status).toBe(503);
  expect(refused.body).toContain(busy);
  expect((await ask("/dashboard", { headers: { cookie: mine } })).status).toBe(200);
  expect((await ask("/signout", out)).status).toBe(302);
  expect((await ask("/dashboard", { headers: { cookie: mine } })).status).toBe(302);
});

import { Hono } from "hono";
import { afterAll, expect, test } from "vitest";
import { providersPort } from "#src/modules/payments/index.server.ts";
import { providerEvents } from "#src/modules/payments/tables.ts";
import { begin, newOrder, openPaymentsRuntime, rowOf } from "#tests/support/payments.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { webhookHandlers } from "./handlers.ts";
import type { Env } from "./scope.ts";

const runtime = await openPaymentsRuntime();
afterAll(() => runtime.drop());
const app = new Hono<Env>();
app.use(async (c, next) => {
  c.set("scope", { ...ctxFor(runtime), nonce: "", theme: "system" });
  await next();
});
webhookHandlers(app, runtime);
const send = (path: string, raw: string, headers = new Headers(), method = "POST") =>
  app.request(path, { method, headers, ...(method === "POST" && { body: raw }) });

test("a signed event is stored and answered 200, and then the order is paid", async () => {
  const mine = await newOrder(runtime);
  const attemptId = await begin(runtime, mine);
  runtime.post.lost = true;
  await runtime.sandbox.controls.act(attemptId, "pay");
  const { raw, headers } = runtime.sandbox.eventFor(attemptId);
  expect((await send("/webhooks/sandbox", raw, headers)).status).toBe(200);
  await expect.poll(async () => (await rowOf(runtime, mine.orderId)).status).toBe("confirmed");
  expect((await send("/webhooks/sandbox", raw, headers)).status).toBe(200);
});

test("unsigned 400, unknown provider 404, another method 405", async () => {
  expect((await send("/webhooks/sandbox", "{}")).status).toBe(400);
  const unknown = await send("/webhooks/nobody", "{}");
  expect(unknown.status).toBe(404);
  expect(unknown.headers.get("content-type")).toContain("application/problem+json");
  expect((await send("/webhooks/sandbox", "", new Headers(), "GET")).status).toBe(405);
  expect((await send("/webhooks/nobody", "", new Headers(), "GET")).status).toBe(404);
});

test("an event that may not be looked at now: 429 with when to send it again, and nothing is stored", async () => {
  const full = { ...runtime.sandbox.provider, verifyEvent: async () => ({ ok: false, reason: "too many", wait: 90 }) };
  const asking = new Hono<Env>();
  asking.use(async (c, next) => {
    c.set("scope", { ...ctxFor(runtime), nonce: "", theme: "system" });
    await next();
  });
  const { port } = runtime;
  webhookHandlers(asking, {
    ...runtime,
    port: (key) => (key.name === providersPort.name ? ([full] as never) : port(key)),
  });
  const before = await runtime.db.$count(providerEvents);
  const answer = await asking.request("/webhooks/sandbox", { method: "POST", body: "{}" });
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "90"]);
  expect(await runtime.db.$count(providerEvents)).toBe(before);
});

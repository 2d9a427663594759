import { Hono } from "hono";
import { expect, test } from "vitest";
import { limitBody } from "./body.ts";
import type { Env } from "./env.ts";

const app = new Hono<Env>();
app.use(async (c, next) => {
  c.set("scope", { request: { id: "t", address: "" } } as Env["Variables"]["scope"]);
  await next();
});
app.use(limitBody);
app.post("*", async (c) => c.text(String((await c.req.text()).length)));

const post = async (path: string, bytes: number, type = "application/x-www-form-urlencoded") =>
  (await app.request(path, { method: "POST", body: "x".repeat(bytes), headers: { "content-type": type } })).status;
const kib = 1024;

test.each([
  ["a form", "/order", 512 * kib, undefined],
  ["a delivery of 200,000 characters that take nine bytes each", "/dashboard/orders/0190-1", 2048 * kib, undefined],
  ["the same, sent by a script of the page", "/dashboard/orders/0190-1.data", 2048 * kib, undefined],
  ["a delivery at the desk", "/admin/orders/0190-1", 2048 * kib, undefined],
  ["JSON", "/api/quotes", 64 * kib, "application/json"],
  ["JSON at an order's page", "/dashboard/orders/0190-1", 64 * kib, "application/json"],
  ["a provider's message", "/webhooks/sandbox", 1024 * kib, "application/json"],
])("%s may be this large and no larger", async (_what, path, most, type) => {
  expect(await post(path, most, type)).toBe(200);
  expect(await post(path, most + 1, type)).toBe(413);
});

test("a delivery of 200,000 characters in any script fits", () => {
  const form = new URLSearchParams({ text: "字".repeat(200_000) }).toString();
  expect(form.length).toBeLessThan(2048 * kib - 8 * kib);
});

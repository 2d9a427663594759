import { Hono } from "hono";
import { afterAll, expect, test } from "vitest";
import { ctxFor } from "#tests/support/house.ts";
import { begin, newOrder, openPayHouse, rowOf } from "#tests/support/payments.ts";
import type { Env } from "./env.ts";
import { webhookDoor } from "./webhooks.ts";

const house = await openPayHouse();
afterAll(() => house.drop());
const app = new Hono<Env>();
app.use(async (c, next) => {
  c.set("scope", { ...ctxFor(house), nonce: "", look: "system" });
  await next();
});
webhookDoor(app, house);
const send = (path: string, raw: string, headers = new Headers(), method = "POST") =>
  app.request(path, { method, headers, ...(method === "POST" && { body: raw }) });

test("a signed event is stored and answered 200, and then the order is paid", async () => {
  const mine = await newOrder(house);
  const attemptId = await begin(house, mine);
  house.post.lost = true;
  await house.sandbox.desk.act(attemptId, "pay");
  const { raw, headers } = house.sandbox.eventFor(attemptId);
  expect((await send("/webhooks/sandbox", raw, headers)).status).toBe(200);
  await expect.poll(async () => (await rowOf(house, mine.orderId)).status).toBe("confirmed");
  expect((await send("/webhooks/sandbox", raw, headers)).status).toBe(200);
});

test("unsigned 400, unknown provider 404, another method 405", async () => {
  expect((await send("/webhooks/sandbox", "{}")).status).toBe(400);
  const unknown = await send("/webhooks/nobody", "{}");
  expect(unknown.status).toBe(404);
  expect(unknown.headers.get("content-type")).toContain("application/problem+json");
  expect((await send("/webhooks/sandbox", "", new Headers(), "GET")).status).toBe(405);
});

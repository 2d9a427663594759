import { randomBytes } from "node:crypto";
import { afterAll, beforeEach, expect, test } from "vitest";
import * as actions from "#fakes/paypal/actions.ts";
import { startPayPal } from "#fakes/paypal/start.ts";
import { receiveEvent } from "#src/modules/payments/index.server.ts";
import { limits } from "#src/platform/tables.ts";
import { createTestRuntime } from "#tests/support/runtime.ts";
import { payPalOver } from "./over-fake.test-support.ts";

// PayPal has to be asked whether an event is its own. Whoever forges events must not make us ask it without end.

const fake = await startPayPal({ now: () => runtime.clock() });

const runtime = await createTestRuntime({ mode: "real", now: new Date("2026-03-10T12:10:00Z") });
const provider = payPalOver(fake, runtime.clock);
Object.assign(runtime, { port: () => [provider] });
afterAll(async () => {
  await fake.close();
  await runtime.drop();
});
beforeEach(() => runtime.db.delete(limits));

const verifying = "/v1/notifications/verify-webhook-signature";
const asked = (path = verifying): number => fake.asked.get(path) ?? 0;

const real = () => {
  const event = actions.eventOf(fake.bank, "BILLING.PLAN.CREATED", {});
  const { body, headers } = fake.letterOf(event);
  return { raw: body, headers: new Headers(headers) };
};
const forged = () => {
  const { raw, headers } = real();
  headers.set("paypal-transmission-sig", randomBytes(256).toString("base64"));
  return { raw, headers };
};
const send = (message: ReturnType<typeof real>, address: string) =>
  receiveEvent(runtime, "paypal", { ...message, address });
const statusOf = async (message: ReturnType<typeof real>, address: string): Promise<number> => {
  const received = await send(message, address);
  return received.ok ? 200 : received.status;
};

test("two hundred forged events of one address are thirty questions; others' real ones are taken all the while", async () => {
  const before = asked();
  const met: number[] = [];
  for (let n = 0; n < 200; n += 1) met.push(await statusOf(forged(), "192.0.2.1"));
  expect(asked() - before).toBe(30);
  expect(met.slice(0, 30).every((status) => status === 400)).toBe(true);
  expect(met.slice(30).every((status) => status === 429)).toBe(true);
  expect(await send(forged(), "192.0.2.1")).toMatchObject({ status: 429, retryAfter: expect.any(Number) });
  expect(await statusOf(real(), "198.51.100.7")).toBe(200);
});

test("from many addresses at once: three hundred questions in an hour, and then real ones again", async () => {
  const before = asked();
  const all = Array.from({ length: 600 }, (_, n) => statusOf(forged(), `192.0.2.${n % 200}`));
  const met = await Promise.all(all);
  expect(asked() - before).toBeLessThanOrEqual(300);
  // On a busy machine a question may wait longer than it is worth: then nobody knows, and the sender may try again.
  expect([400, 429, 503]).toEqual(expect.arrayContaining([...new Set(met)]));
  expect(met).toContain(429);
  runtime.setNow(new Date(runtime.clock().getTime() + 2 * 3_600_000));
  expect(await statusOf(real(), "198.51.100.7")).toBe(200);
});

test("real events are never too many, and all are asked about with one token", async () => {
  const tokens = asked("/v1/oauth2/token");
  for (let n = 0; n < 40; n += 1) expect(await statusOf(real(), "198.51.100.7")).toBe(200);
  expect(asked("/v1/oauth2/token") - tokens).toBeLessThanOrEqual(1);
});

test.each([
  ["paypal-cert-url", "https://evil.example/cert"],
  ["paypal-cert-url", "https://paypal.com.evil.example/cert"],
  ["paypal-cert-url", "https://evil.example/?https://api.paypal.com/x"],
  ["paypal-cert-url", "http://api.paypal.com/v1/notifications/certs/CERT-1"],
  ["paypal-auth-algo", "none"],
  ["paypal-transmission-sig", "short"],
  ["paypal-transmission-id", "a b"],
  ["paypal-transmission-time", "yesterday"],
])("%s: %s is refused without a question", async (name, value) => {
  const before = asked();
  const { raw, headers } = real();
  headers.set(name, value);
  expect(await statusOf({ raw, headers }, "192.0.2.9")).toBe(400);
  expect(asked()).toBe(before);
});

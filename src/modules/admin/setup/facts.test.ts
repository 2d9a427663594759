import { expect, test } from "vitest";
import { readConfig } from "#src/config.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { paymentKeys } from "./facts.ts";

const keysWith = (env: Record<string, string>) => {
  const read = readConfig(process.cwd(), env);
  if (!read.ok) throw new Error(read.errors.join());
  return paymentKeys({ config: read.config } as Runtime);
};

test("of a secret the last four characters are shown, and whether it moves real money", () => {
  const { stripe, paypal } = keysWith({
    ...{ STRIPE_SECRET_KEY: "sk_test_1234567890abw9Qd", STRIPE_WEBHOOK_SECRET: "whsec_short" },
    ...{ PAYPAL_CLIENT_ID: "client-id-of-the-app", PAYPAL_CLIENT_SECRET: "secret-of-the-app-1" },
    ...{ PAYPAL_WEBHOOK_ID: "webhook-id-at-paypal", PAYPAL_LIVE: "on", BASE_URL: "https://shop.example" },
  });
  expect(stripe).toMatchObject([
    { name: "STRIPE_SECRET_KEY", set: true, note: "ends in w9Qd, for trials" },
    { name: "STRIPE_WEBHOOK_SECRET", set: true, note: "set" },
  ]);
  expect(paypal?.map(({ note }) => note)).toEqual(["ends in -app, real money", "ends in pp-1", "ends in ypal"]);
  const shown = JSON.stringify([stripe, paypal]);
  for (const secret of ["1234567890", "whsec_short", "secret-of"]) expect(shown).not.toContain(secret);
});

test("a live key of Stripe moves real money; without keys each is missing", () => {
  const live = { STRIPE_SECRET_KEY: "rk_live_1234567890abcdef", STRIPE_WEBHOOK_SECRET: "whsec_1234567890" };
  expect(keysWith({ ...live, BASE_URL: "https://shop.example" }).stripe?.[0]?.note).toBe("ends in cdef, real money");
  for (const keys of Object.values(keysWith({})))
    for (const one of keys) expect(one).toMatchObject({ set: false, note: "not in the environment" });
});

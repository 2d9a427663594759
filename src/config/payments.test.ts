import { describe, expect, test } from "vitest";
import { readConfig } from "../config.ts";

const stripe = { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_1" };
const paypal = { PAYPAL_CLIENT_ID: "a", PAYPAL_CLIENT_SECRET: "b", PAYPAL_WEBHOOK_ID: "c" };
const live = { STRIPE_SECRET_KEY: "sk_live_1", STRIPE_WEBHOOK_SECRET: "whsec_1", BASE_URL: "https://shop.example" };

const errorsOf = (env: Record<string, string>): string[] => {
  const result = readConfig("/", env);
  return result.ok ? [] : result.errors;
};

describe("payment providers in the environment", () => {
  test("without a word there is none; with all words there is, and a secret may be replaced", () => {
    expect(readConfig("/", {})).toMatchObject({ ok: true, config: { stripe: null } });
    expect(readConfig("/", { ...stripe, STRIPE_WEBHOOK_SECRET: "whsec_1, whsec_2" })).toMatchObject({
      config: { stripe: { secretKey: "sk_test_1", webhookSecrets: ["whsec_1", "whsec_2"], apiBase: null } },
    });
  });

  test.each<[string, Record<string, string>, RegExp]>([
    ["a key without its secret", { STRIPE_SECRET_KEY: "sk_test_1" }, /^STRIPE_WEBHOOK_SECRET: is missing/],
    ["a secret without its key", { STRIPE_WEBHOOK_SECRET: "x" }, /^STRIPE_SECRET_KEY: is missing/],
    ["a publishable key", { ...stripe, STRIPE_SECRET_KEY: "pk_test_1" }, /^STRIPE_SECRET_KEY: must start/],
    ["a live key at another address", { ...live, STRIPE_API_BASE: "https://pay.example" }, /a live key would go/],
    ["a live key without https", { ...live, BASE_URL: "http://localhost:3000" }, /needs a BASE_URL with https/],
    ["PayPal without its webhook", { ...paypal, PAYPAL_WEBHOOK_ID: "" }, /^PAYPAL_WEBHOOK_ID: is missing/],
    [
      "real money at another address",
      { ...paypal, BASE_URL: "https://shop.example", PAYPAL_LIVE: "on", PAYPAL_API_BASE: "https://pay.example" },
      /^PAYPAL_API_BASE: a live key would go/,
    ],
    ["PayPal live without https", { ...paypal, PAYPAL_LIVE: "on" }, /^PAYPAL_LIVE: .* https/],
    ["plain http elsewhere", { ...stripe, STRIPE_API_BASE: "http://pay.example" }, /must be https outside/],
    ["a path", { ...stripe, STRIPE_API_BASE: "https://pay.example/v1" }, /without a path/],
  ])("%s stops the start with words", (_, env, message) => {
    expect(errorsOf(env)).toEqual([expect.stringMatching(message)]);
  });

  test.each<[string, Record<string, string>]>([
    ["a live key by https", live],
    ["a fake on this machine", { ...stripe, STRIPE_API_BASE: "http://127.0.0.1:4780" }],
  ])("%s is fine", (_, env) => {
    expect(errorsOf(env)).toEqual([]);
  });
});

import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

test.each<[Record<string, string>, RegExp]>([
  [{ PORT: "abc" }, /^PORT: \S/],
  [{ PORT: "70000" }, /^PORT: \S/],
  [{ DEMO: "maybe" }, /^DEMO: \S/],
  [{ LOG_LEVEL: "loud" }, /^LOG_LEVEL: \S/],
  [{ LIMITS_FACTOR: "none" }, /^LIMITS_FACTOR: \S/],
  [{ BASE_URL: "ftp://shop.example" }, /^BASE_URL: \S/],
  [{ BASE_URL: "https://shop.example/sub" }, /^BASE_URL: must be an origin without a path\.$/],
  [{ SMTP_URL: "mail.example" }, /^SMTP_URL: must start with smtp:\/\/ or smtps:\/\/$/],
  [{ SECRET: "short" }, /^SECRET: must have at least 32 characters$/],
  [{ DATABASE_URL: "mysql://db.example/shop" }, /^DATABASE_URL: must start with postgresql:\/\/$/],
  [{ DATABASE_URL: "postgres://db.example/shop?sslmode=require" }, /^SECRET: is required together with DATABASE_URL/],
])("%j is refused with its reason", (env, message) => {
  expect(readConfig("/", env)).toEqual({ ok: false, errors: [expect.stringMatching(message)] });
});

test("outside of this machine the shop's address must be https", () => {
  const errors = [expect.stringMatching(/^BASE_URL: must be https outside loopback/)];
  expect(readConfig("/", { BASE_URL: "http://shop.example" })).toEqual({ ok: false, errors });
  expect(readConfig("/", { BASE_URL: "https://shop.example" }).ok).toBe(true);
});

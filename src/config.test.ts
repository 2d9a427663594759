import { expect, test } from "vitest";
import { fields, readConfig } from "./config.ts";

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

/** Words of the library that checks values, which mean nothing to an operator. */
const ofTheLibrary = /expected|received|invalid|too (?:small|big)|string to have|NaN|undefined/i;

const wrong = [
  "",
  " ",
  "x",
  "1.5",
  "-1",
  "99999999999",
  "Infinity",
  "maybe",
  "ON",
  "ftp://a",
  "http://",
  "https://a b",
  "x".repeat(300),
  "\u{1F600}",
];

test.each(Object.values(fields).map(({ env }) => env))("%s is refused in plain words, whatever it is", (env) => {
  for (const value of wrong) {
    let read: ReturnType<typeof readConfig> | undefined;
    expect(() => {
      read = readConfig("/", { [env]: value });
    }, value).not.toThrow();
    for (const error of read?.ok ? [] : (read?.errors ?? [])) {
      expect(error, value).toMatch(/^[A-Z][A-Z0-9_]+: \S/);
      expect(error, value).not.toMatch(ofTheLibrary);
    }
  }
});

test.each([
  ["S3_BUCKET", "ab", "must be the name of a bucket: 3 to 63 characters, no spaces"],
  ["BACKUP_S3_BUCKET", "ab", "must be the name of a bucket: 3 to 63 characters, no spaces"],
  ["PORT", "70000", "must be a whole number from 0 to 65535"],
  ["PORT", "1.5", "must be a whole number from 0 to 65535"],
  ["LIMITS_FACTOR", "none", "must be a number from 1 to 1000000"],
  ["DRAIN_SECONDS", "400", "must be a number from 0 to 300"],
  ["DEMO", "yes", "must be on or off"],
  ["LOG_LEVEL", "loud", "must be trace, debug, info, warn, error or silent"],
  ["BASE_URL", "shop.example", "must be an address that begins with http:// or https://"],
  ["METRICS_TOKEN", "short", "must have at least 16 characters"],
])("%s=%s: it says what is right", (env, value, words) => {
  expect(readConfig("/", { [env]: value })).toEqual({ ok: false, errors: [`${env}: ${words}`] });
});

import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { readConfig } from "../config.ts";

const pem = (curve: string) =>
  generateKeyPairSync("ec", { namedCurve: curve }).privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const key = pem("P-256");

const google = { GOOGLE_CLIENT_ID: "test-client", GOOGLE_CLIENT_SECRET: "test-secret" };
const apple = { APPLE_SERVICES_ID: "test.web", APPLE_TEAM_ID: "TEST000001", APPLE_KEY_ID: "K", APPLE_PRIVATE_KEY: key };
const https = { BASE_URL: "https://shop.example" };
const there = { APPLE_ISSUER: "http://127.0.0.1:9" };

const read = (env: Record<string, string>) => readConfig("/", env);
const errorsOf = (env: Record<string, string>): string[] => {
  const result = read(env);
  return result.ok ? [] : result.errors;
};

describe("sign-in with Google and Apple in the environment", () => {
  test("without a word there is none; with all words there is", () => {
    expect(read({})).toMatchObject({ ok: true, config: { google: null, apple: null } });
    const both = read({ ...https, ...google, ...apple });
    expect(both).toMatchObject({ ok: true, config: { google: { clientId: "test-client" }, apple: { keyId: "K" } } });
    if (both.ok) expect(both.config.google?.issuer.href).toBe("https://accounts.google.com/");
  });

  test("line breaks of the key may be written as \\n", () => {
    const result = read({ ...https, ...apple, APPLE_PRIVATE_KEY: key.replaceAll("\n", "\\n") });
    expect(result).toMatchObject({ ok: true, config: { apple: { privateKey: key } } });
  });

  test.each<[string, Record<string, string>, RegExp]>([
    ["an id without its secret", { GOOGLE_CLIENT_ID: "x" }, /^GOOGLE_CLIENT_SECRET: is missing/],
    ["a secret without its id", { GOOGLE_CLIENT_SECRET: "x" }, /^GOOGLE_CLIENT_ID: is missing/],
    ["a team without the rest", { APPLE_TEAM_ID: "TEST1" }, /^APPLE_SERVICES_ID: is missing/],
    ["all but the key", { ...https, ...apple, APPLE_PRIVATE_KEY: "" }, /^APPLE_PRIVATE_KEY: is missing/],
    ["a key that is none", { ...https, ...apple, APPLE_PRIVATE_KEY: "hello" }, /^APPLE_PRIVATE_KEY: must be/],
    ["another curve", { ...https, ...apple, APPLE_PRIVATE_KEY: pem("P-384") }, /^APPLE_PRIVATE_KEY: must be/],
    ["a key file that is not there", { APPLE_PRIVATE_KEY_FILE: "/no/such/file" }, /_FILE: cannot be read/],
    [
      "an issuer on plain http",
      { ...google, GOOGLE_ISSUER: "http://id.example" },
      /must be https outside this machine/,
    ],
    ["an issuer that is no address", { ...google, GOOGLE_ISSUER: "ftp://x" }, /^GOOGLE_ISSUER: must be an address/],
    ["an issuer with a query", { ...google, GOOGLE_ISSUER: "https://id.example/?a=1" }, /without query/],
    ["Apple's own address from a plain http shop", apple, /BASE_URL must be https/],
    [
      "a real Google id at another address",
      { ...google, GOOGLE_CLIENT_ID: "1-a.apps.googleusercontent.com", GOOGLE_ISSUER: "http://localhost:9" },
      /a real Google client/,
    ],
    [
      "a real Google secret at another address",
      { ...google, GOOGLE_CLIENT_SECRET: "GOCSPX-1", GOOGLE_ISSUER: "https://id.example" },
      /a real Google client/,
    ],
    ["a real Apple team at another address", { ...apple, ...there, APPLE_TEAM_ID: "A1B2C3D4E5" }, /a real Apple team/],
  ])("%s stops the start with words", (_, env, message) => {
    expect(errorsOf(env)).toEqual([expect.stringMatching(message)]);
  });

  test.each<[string, Record<string, string>]>([
    ["a fake on this machine", { ...google, GOOGLE_ISSUER: "http://127.0.0.1:4790", ...apple, ...there }],
    ["a fake elsewhere, by https", { ...google, GOOGLE_ISSUER: "https://id.example/realm" }],
    ["Google's own address, written out", { ...google, GOOGLE_ISSUER: "https://accounts.google.com/" }],
  ])("%s is fine", (_, env) => {
    expect(errorsOf(env)).toEqual([]);
  });
});

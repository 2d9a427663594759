import { expect, test } from "vitest";
import { readConfig } from "../../config.ts";
import { providerNotices } from "./notices.ts";

const noticesFor = (env: Record<string, string>) => {
  const read = readConfig("/", env);
  if (!read.ok) throw new Error(read.errors.join());
  return providerNotices(read.config);
};
const google = { GOOGLE_CLIENT_ID: "a", GOOGLE_CLIENT_SECRET: "b" };

test("the operator sees where sign-in goes when it is not the provider's own address", () => {
  expect(noticesFor({})).toEqual([]);
  expect(noticesFor(google)).toEqual([]);
  expect(noticesFor({ ...google, GOOGLE_ISSUER: "http://127.0.0.1:4790" })).toMatchObject([
    { key: "provider-google", tone: "warn", title: "Sign-in with Google goes to http://127.0.0.1:4790." },
  ]);
});

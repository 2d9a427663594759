import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  openBrowser,
  openProviderFixture,
  type ProviderFixture,
} from "#src/modules/accounts/providers/providers.testing.ts";
import { type Served, serve } from "#tests/support/serve.ts";
import { resolveViewer } from "../modules/accounts/index.server.ts";
import { checkRequest } from "./guard.ts";
import { addHandlers } from "./handlers.ts";

let fixture: ProviderFixture;
let served: Served;
const lines: string[] = [];
const record = (facts: object, message: string) => void lines.push(JSON.stringify({ ...facts, message }));

beforeAll(async () => {
  fixture = await openProviderFixture();
  Object.assign(fixture.runtime, { log: { debug: record, info: record, warn: record, error: record, fatal: record } });
  served = await serve({
    runtime: fixture.runtime,
    resolveViewer,
    handlers: (hono) => addHandlers(hono, fixture.runtime),
  });
});
afterAll(async () => {
  await served?.close();
  await fixture?.close();
});
const ask = (path: string, init: RequestInit = {}) => fetch(served.url + path, { redirect: "manual", ...init });

const base = "http://localhost:3000";

describe("what the log holds of a sign-in", () => {
  test("no code, no state, no name, no e-mail, no token", async () => {
    const browser = openBrowser(fixture.runtime);
    for (const { people } of [fixture.google, fixture.apple])
      for (const one of people.filter(({ sub }) => sub === "ada"))
        Object.assign(one, { email: "ada@icloud.com", hosted: "icloud.com" });
    for (const kind of ["google", "apple"] as const) {
      const sent = await browser.choose(kind, await browser.leave(kind), { person: "ada" });
      const secrets = Object.entries(sent.fields).filter(([name]) => name !== "iss");
      expect(secrets.map(([name]) => name).sort()).toEqual(
        kind === "google" ? ["code", "state"] : ["code", "state", "user"],
      );
      const form = new URLSearchParams(sent.fields);
      const headers = { cookie: browser.cookie() };
      const path = `/api/auth/callback/${kind}`;
      const first = await (kind === "google"
        ? ask(`${path}?${form}`, { headers })
        : ask(path, { method: "POST", body: form, headers: { origin: "null" } }));
      const to = first.headers.get("location") ?? "";
      const last = kind === "google" ? first : await ask(to, { headers });
      expect(last.headers.get("location")).toBe("/dashboard");
      for (const [, value] of secrets) expect(lines.join("\n")).not.toContain(value);
    }
    expect(lines.some((line) => line.includes("/api/auth/callback/apple"))).toBe(true);
    expect(lines.join("\n")).not.toMatch(/ada@|Winter|eyJ|attempt=/);
  });
});

describe("who may post from another site", () => {
  const verdict = (method: string, path: string) =>
    checkRequest(
      new Request(base + path, { method, headers: { host: "localhost:3000", origin: "https://appleid.apple.com" } }),
      fixture.runtime.config,
    )?.status ?? null;
  test.each([
    ["POST", "/api/auth/callback/apple", null],
    ["PUT", "/api/auth/callback/apple", 403],
    ["POST", "/api/auth/callback/apple/", 403],
    ["POST", "/api/auth/callback/applE", 403],
    ["POST", "/api/auth/callback/google", 403],
    ["POST", "/api/auth/sign-in/apple", 403],
    ["POST", "/api/auth/sign-in/google", 403],
  ])("%s %s: %s", (method, path, status) => expect(verdict(method, path)).toBe(status));
});

describe("the policy of pages", () => {
  const formAction = async (path: string): Promise<string | undefined> => {
    const answer = await ask(path);
    return /form-action ([^;]*);/.exec(answer.headers.get("content-security-policy") ?? "")?.[1];
  };
  test("names the providers only where their buttons are", async () => {
    const named = `'self' ${fixture.google.issuer} ${fixture.apple.issuer}`;
    for (const path of ["/login", "/Login/", "/register", "/confirm-identity", "/accountSettings/sign-in"])
      expect(await formAction(path)).toBe(named);
    for (const path of ["/", "/dashboard", "/loginx", "/admin", "/order"])
      expect(await formAction(path)).toBe("'self'");
  });
});

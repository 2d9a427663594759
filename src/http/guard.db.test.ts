import { afterAll, beforeAll, expect, test } from "vitest";
import { addHandlers } from "#src/http/handlers.ts";
import { resolveViewer } from "#src/modules/accounts/index.server.ts";
import { admitKey, listedOrigins } from "#src/modules/api/index.server.ts";
import { makeKey, revokeKey } from "#src/modules/api/keys/keys.ts";
import { newId } from "#src/platform/ids.ts";
import { must } from "#tests/support/must.ts";
import { createAccountsRuntime, createPerson, sessionCookie } from "#tests/support/people.ts";
import { ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { type Served, serve } from "#tests/support/serve.ts";
import { openListedOrigins } from "./guard.ts";

const site = "https://www.partner.test";
let runtime: TestRuntime;
let served: Served;
let cookie: string;
let key: string;
const madeId = newId();
const admin = async () => ctxFor(runtime, await createPerson(runtime, { role: 3 }));
const asked = { name: "Partner", scopes: ["quotes"], ends: "30" };
beforeAll(async () => {
  runtime = await createAccountsRuntime({ ticking: true });
  cookie = await sessionCookie(runtime, await createPerson(runtime));
  key = must(await makeKey(await admin(), { ...asked, id: madeId, origins: `${site}\nhttp://localhost:3000/` })).key;
  served = await serve({
    ...{ runtime, resolveViewer, admitKey, listedOrigins },
    handlers: (app) => addHandlers(app, runtime),
  });
});
afterAll(async () => {
  await served.close();
  await runtime.drop();
});

const from = (origin: string, { method = "POST", path = "/api/quotes", ...headers }: Record<string, string> = {}) =>
  fetch(served.url + path, {
    method,
    headers: { origin, "sec-fetch-site": "cross-site", "content-type": "application/json", ...headers },
    ...(method === "POST" && { body: JSON.stringify({ service: "quiz" }) }),
  });
const cors = ({ headers }: Response) => [...headers.keys()].filter((name) => name.startsWith("access-control-"));

test("pages of a listed site ask before, price work and read the quote again", async () => {
  for (const origin of [site, "http://localhost:3000"]) {
    const before = await from(origin, {
      ...{ method: "OPTIONS", "access-control-request-method": "POST" },
      "access-control-request-headers": "content-type",
    });
    expect([before.status, before.headers.get("access-control-allow-origin")]).toEqual([204, origin]);
    expect(before.headers.get("access-control-allow-methods")).toBe("GET, POST");
    expect(before.headers.get("access-control-allow-headers")).toBe("Content-Type");
    expect(before.headers.has("access-control-allow-credentials")).toBe(false);
    const made = await from(origin);
    expect([made.status, made.headers.get("access-control-allow-origin")]).toEqual([200, origin]);
    expect(made.headers.get("vary")).toContain("Origin");
    expect([made.headers.has("access-control-allow-credentials"), made.headers.getSetCookie()]).toEqual([false, []]);
    const { id } = (await made.json()) as { id: string };
    const read = await from(origin, { method: "GET", path: `/api/quotes/${id}` });
    expect([read.status, read.headers.get("access-control-allow-origin")]).toEqual([200, origin]);
  }
});

test("a refusal is read there too", async () => {
  const wrong = await fetch(`${served.url}/api/quotes`, {
    ...{ method: "POST", body: "{}" },
    headers: { origin: site, "content-type": "application/json" },
  });
  expect([wrong.status, wrong.headers.get("access-control-allow-origin")]).toEqual([422, site]);
});

test.each([
  ["another site", "https://other.test", {}],
  ["a name that begins alike", `${site}.other.test`, {}],
  ["another scheme", "http://www.partner.test", {}],
  ["another port", `${site}:8443`, {}],
  ["no origin of a page", "null", {}],
  ["a star", "*", {}],
])("%s is refused, and learns nothing", async (_name, origin, headers) => {
  const answer = await from(origin, headers);
  expect([answer.status, cors(answer)]).toEqual([403, []]);
  expect(cors(await from(origin, { method: "OPTIONS", "access-control-request-method": "POST" }))).toEqual([]);
  expect(cors(await from(origin, { method: "GET", path: "/api/quotes/x" }))).toEqual([]);
});

test("with cookies or with a key a listed site is refused", async () => {
  const shown: Record<string, string>[] = [{ cookie }, { cookie: "theme=dark" }, { authorization: `Bearer ${key}` }];
  for (const headers of shown) {
    const answer = await from(site, headers);
    expect([answer.status, cors(answer)]).toEqual([403, []]);
  }
});

test("nothing but quotes is open to a listed site", async () => {
  for (const path of ["/api/orders", "/api/checks", "/api/theme", "/api/passkeys", "/api/quotes/x/y", "/API/quotes"]) {
    const answer = await from(site, { path });
    expect([path, answer.status, cors(answer)]).toEqual([path, 403, []]);
  }
  for (const path of ["/api/prices", "/api/openapi.json", "/api/orders"])
    expect(cors(await from(site, { method: "GET", path }))).toEqual([]);
});

test.each([
  "www.partner.test",
  "https://www.partner.test/shop",
  "https://*.partner.test",
  "http://www.partner.test",
  "javascript:alert(1)",
  "https://a:b@www.partner.test",
  "null",
])("%s is no site", async (origins) => {
  const refused = await makeKey(await admin(), { ...asked, id: newId(), origins });
  expect(refused).toMatchObject({ code: "invalid", fields: [{ path: "origins" }] });
});

test("a revoked key lists no site, at the latest after two seconds", async () => {
  must(await revokeKey(await admin(), { id: madeId }));
  expect((await listedOrigins(runtime)).has(site)).toBe(false);
  const request = new Request("http://localhost/api/quotes", { headers: { origin: site } });
  expect(await openListedOrigins(runtime, listedOrigins)(request)).toBeNull();
});

test("trouble of the database lets no site in", async () => {
  const request = new Request("http://localhost/api/quotes", { headers: { origin: site } });
  const known = openListedOrigins(runtime, () => Promise.reject(new Error("away")));
  expect(await known(request)).toBeNull();
});

test("forged origins cost no question to the database each", async () => {
  let reads = 0;
  const known = openListedOrigins(runtime, async () => {
    reads += 1;
    return new Set([site]);
  });
  const of = (origin: string) => new Request("http://localhost/api/quotes", { headers: { origin } });
  for (let n = 0; n < 200; n += 1) expect(await known(of(`https://forged-${n}.test`))).toBeNull();
  expect(await known(of(site))).toBe(site);
  expect(reads).toBeLessThan(20); // one in two seconds
});

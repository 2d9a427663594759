import { afterAll, beforeAll, expect, test } from "vitest";
import { addHandlers } from "#src/http/handlers.ts";
import { resolveViewer } from "#src/modules/accounts/index.server.ts";
import type { RequestScope } from "#src/platform/request-context.ts";
import { must } from "#tests/support/must.ts";
import { createAccountsRuntime, createPerson, sessionCookie } from "#tests/support/people.ts";
import { ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { type Served, serve } from "#tests/support/serve.ts";
import { embedSites, saveEmbedSites } from "./embed.ts";

let runtime: TestRuntime;
let served: Served;
let cookie: string;
const viewers: string[] = [];
beforeAll(async () => {
  runtime = await createAccountsRuntime({ ticking: true });
  cookie = await sessionCookie(runtime, await createPerson(runtime));
  served = await serve({
    ...{ runtime, resolveViewer },
    handlers: (app) => addHandlers(app, runtime),
    page: async (_request: Request, scope: RequestScope) => {
      viewers.push(scope.viewer.kind);
      return new Response("<p>a page</p>", { headers: { "content-type": "text/html" } });
    },
  });
});
afterAll(async () => {
  await served.close();
  await runtime.drop();
});

const admin = async () => ctxFor(runtime, await createPerson(runtime, { role: 3 }));
const get = (path: string, headers: Record<string, string> = {}) => fetch(served.url + path, { headers });
const framing = async (path: string) => {
  const { headers } = await get(path);
  const policy = headers.get("content-security-policy") ?? "";
  return [/frame-ancestors ([^;]*)/.exec(policy)?.[1], headers.get("x-frame-options")];
};

test("nobody frames a page until a site is listed, then the calculator alone", async () => {
  expect(await framing("/embed/calculator")).toEqual(["'none'", "DENY"]);
  const ctx = await admin();
  const origins = "https://www.partner.test\n https://other.test/ ";
  must(await saveEmbedSites(ctx, { origins, version: "0" }));
  expect(await framing("/embed/calculator")).toEqual(["https://www.partner.test https://other.test", null]);
  expect(await framing("/embed/calculator?service=programming")).toEqual([
    "https://www.partner.test https://other.test",
    null,
  ]);
  for (const path of [
    "/",
    "/login",
    "/embed",
    "/embed/calculator/",
    "/embed/calculator/x",
    "/EMBED/calculator",
    "/admin",
  ])
    expect(await framing(path), path).toEqual(["'none'", "DENY"]);
  must(await saveEmbedSites(ctx, { origins: "", version: "1" }));
  expect(await framing("/embed/calculator")).toEqual(["'none'", "DENY"]);
});

test("in the frame nobody is signed in, and no cookie is set", async () => {
  viewers.length = 0;
  const headers = { cookie: `${cookie}; flash=saved` };
  const { headers: answered } = await get("/embed/calculator", headers);
  await get("/dashboard", headers);
  expect(viewers).toEqual(["guest", "person"]);
  expect(answered.getSetCookie()).toEqual([]);
});

test("pages of other sites may load the script, and nothing else of the shop", async () => {
  const policyOf = async (path: string) => (await get(path)).headers.get("cross-origin-resource-policy");
  const script = await get("/embed/calculator.js");
  expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(await policyOf("/embed/calculator.js")).toBe("cross-origin");
  for (const path of ["/embed/height.js", "/embed/calculator", "/", "/api/openapi.json"])
    expect(await policyOf(path), path).toBe("same-origin");
});

test.each([
  "'self'",
  "*",
  "https://x.test; script-src *",
  "https://x.test,https://y.test",
  "data:",
  "https://x.test/a",
])("%s is no site", async (origins) => {
  const { version } = must(await embedSites(await admin(), {}));
  const refused = await saveEmbedSites(await admin(), { origins, version });
  expect(refused).toMatchObject({ code: "invalid", fields: [{ path: "origins" }] });
});

test("sites are read and changed by admins for settings alone, and not over somebody else's change", async () => {
  const client = ctxFor(runtime, await createPerson(runtime));
  const other = await createPerson(runtime, { role: 3 });
  const noSettings = ctxFor(runtime, { ...other, capabilities: ["orders", "money", "prices", "people", "chat"] });
  for (const ctx of [client, noSettings, ctxFor(runtime)]) {
    expect(await embedSites(ctx, {})).toMatchObject({ code: "not-found" });
    expect(await saveEmbedSites(ctx, { origins: "", version: "0" })).toMatchObject({ code: "not-found" });
  }
  const { version } = must(await embedSites(await admin(), {}));
  must(await saveEmbedSites(await admin(), { origins: "https://a.test", version }));
  const late = await saveEmbedSites(await admin(), { origins: "https://b.test", version });
  expect(late).toMatchObject({ code: "conflict" });
  expect(must(await embedSites(await admin(), {})).origins).toEqual(["https://a.test"]);
});

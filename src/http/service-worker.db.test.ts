import { runInNewContext } from "node:vm";
import { afterAll, describe, expect, test } from "vitest";
import { brandSetting, siteSetting } from "#src/modules/operator/index.server.ts";
import { createTestRuntime } from "#tests/support/runtime.ts";
import { serve } from "#tests/support/serve.ts";
import { storeSetting } from "#tests/support/settings.ts";

const runtime = await createTestRuntime();
const pageOf = (build: string) => (name: string, styles: string) =>
  `<style>.${build}{x:1}${styles}</style><p>${name} is away</p><script>look("</p>")</script>`;
const front = (build: string) => serve({ runtime, offlinePage: pageOf(build) });
const [served, next, bare] = await Promise.all([front("one"), front("two"), serve({ runtime })]);
afterAll(async () => {
  for (const one of [served, next, bare]) await one.close();
  await runtime.drop();
});

const ask = (from: { url: string }, headers: Record<string, string> = {}) => fetch(`${from.url}/sw.js`, { headers });

type Listener = (event: Record<string, unknown>) => void;

/** Runs the worker as a browser does, on a line that answers with `line`. */
async function run(line: () => Promise<unknown>, preload: () => Promise<unknown> = async () => undefined) {
  const listeners = new Map<string, Listener>();
  const did: string[] = [];
  const fetched = async (): Promise<unknown> => {
    did.push("fetch");
    return line();
  };
  runInNewContext(await (await ask(served)).text(), {
    addEventListener: (name: string, heard: Listener) => listeners.set(name, heard),
    skipWaiting: () => did.push("skipWaiting"),
    registration: { navigationPreload: { enable: () => did.push("preload") } },
    fetch: fetched,
    Response,
  });
  const open = async (request: { mode: string; method: string }): Promise<unknown> => {
    let given: Promise<unknown> | undefined;
    const respondWith = (answer: Promise<unknown>) => {
      given = answer;
    };
    listeners.get("fetch")?.({ request, preloadResponse: preload(), respondWith });
    return given ?? "not touched";
  };
  return { listeners, did, open };
}

const away = () => Promise.reject(new TypeError("Failed to fetch"));
const opened = { mode: "navigate", method: "GET" };

test("the worker is the browser's to keep, asked anew each time, and may reach its own shop alone", async () => {
  const answer = await ask(served);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "no-cache",
    "content-security-policy": "default-src 'none'; connect-src 'self'",
    "x-content-type-options": "nosniff",
  });
  const script = await answer.text();
  expect(script).toContain("Paperwright is away");
  expect(script, "nothing that was asked is kept").not.toMatch(/caches|indexedDB|\.put\(/);
  const again = await ask(served, { "if-none-match": answer.headers.get("etag") ?? "" });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});

test("it changes with the build's page, and with the shop's name and brand", async () => {
  const [first, other] = [await ask(served), await ask(next)];
  expect(other.headers.get("etag")).not.toBe(first.headers.get("etag"));
  expect(await other.text()).not.toBe(await first.text());
  await storeSetting(runtime, siteSetting, { ...siteSetting.default, name: "Quill & Co" });
  const renamed = await ask(served, { "if-none-match": first.headers.get("etag") ?? "" });
  expect(renamed.status).toBe(200);
  expect(await renamed.text()).toContain("Quill & Co is away");
  await storeSetting(runtime, brandSetting, { ...brandSetting.default, number: 1, colour: "#00776A" });
  const coloured = await ask(served, { "if-none-match": renamed.headers.get("etag") ?? "" });
  expect(await coloured.text()).toContain("--color-pen:#00776A");
});

test("without a page there is no worker", async () => {
  expect((await ask(bare)).headers.get("content-type")).toBe("text/html");
});

describe("a page that somebody opens", () => {
  test("comes from the line, which the browser asks before the worker runs", async () => {
    const { open, did, listeners } = await run(
      async () => "by the worker",
      async () => "by the browser",
    );
    expect(await open(opened)).toBe("by the browser");
    listeners.get("activate")?.({ waitUntil: () => undefined });
    expect(did).toEqual(["preload"]);
    expect(await (await run(async () => "by the worker")).open(opened)).toBe("by the worker");
  });

  test.each([
    ["no line", () => run(away)],
    ["no line for the browser either", () => run(away, away)],
  ])("%s: it is the offline page, under a policy of its own", async (_, start) => {
    const answer = (await (await start()).open(opened)) as Response;
    expect(answer.status).toBe(503);
    expect(await answer.text()).toMatch(/is away<\/p><script>look\("<\/p>"\)<\/script>$/);
    expect(answer.headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+';/,
    );
  });

  test.each([
    ["a form that is sent", { mode: "navigate", method: "POST" }],
    ["data", { mode: "cors", method: "GET" }],
    ["a picture", { mode: "no-cors", method: "GET" }],
  ])("%s is left to the browser", async (_, request) => {
    const { open, did } = await run(away);
    expect(await open(request)).toBe("not touched");
    expect(did).toEqual([]);
  });
});

import { readdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isFullRun, noteRecovery } from "#tests/support/full-run.ts";
import { cookieOf } from "#tests/support/product.ts";
import { cluster, demoFolder, killServer, serverOf } from "../database/fixture.ts";
import { type App, startReady, untilReady } from "./fixture.ts";

/** Longer than a slow machine needs; a request without an answer fails. */
const blockedMs = 120_000;

const ask = async (app: App, path: string, init: RequestInit = {}) => {
  const answer = await fetch(app.url + path, {
    redirect: "manual",
    signal: AbortSignal.timeout(blockedMs),
    ...init,
    headers: { accept: "text/html", origin: app.url, ...init.headers },
  });
  const type = answer.headers.get("content-type")?.split(";")[0];
  return { status: answer.status, type, retry: answer.headers.get("retry-after"), text: await answer.text() };
};

const quote = {
  method: "POST",
  headers: { "content-type": "application/json", accept: "application/json" },
  body: JSON.stringify({ service: "quiz", deadline: new Date(Date.now() + 86_400_000).toISOString() }),
};
const explained = {
  status: 503,
  type: "text/html",
  retry: expect.stringMatching(/^\d+$/),
  text: expect.stringContaining("We cannot reach our records at the moment"),
};

/** What was read a moment ago is still good, settings for a second and readiness for a fifth of one: until then the answer is as ever. */
async function pastTheCache(app: App, path: string) {
  for (;;) {
    const answer = await ask(app, path);
    if (answer.status !== 200) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** What people get while the records cannot be reached: words and when to come again, and public pages as ever. */
async function expectRefusals(app: App, cookie: string): Promise<void> {
  const form = new URLSearchParams({ email: "client@demo.test", password: "wrong words in the rain" });
  const [page, login, data, routes, signIn, api, home, alive, ready] = await Promise.all([
    ask(app, "/accountSettings", { headers: { cookie } }),
    pastTheCache(app, "/login"),
    ask(app, "/accountSettings.data", { headers: { cookie } }),
    ask(app, "/__manifest?paths=%2Fabout&version=another", { headers: { cookie } }),
    ask(app, "/login", { method: "POST", body: form }),
    ask(app, "/api/quotes", quote),
    ask(app, "/"),
    ask(app, "/healthz"),
    pastTheCache(app, "/readyz"),
  ]);
  expect([page, login, signIn]).toEqual([explained, explained, explained]);
  expect([data.status, routes.status]).toEqual([503, 204]);
  expect(api).toMatchObject({ status: 503, type: "application/problem+json", retry: explained.retry });
  expect([home.status, alive.status, ready.status]).toEqual([200, 200, 503]);
}

/** A product that was in use: a person is signed in, and the start page was read before. */
async function inUse() {
  const dataDir = demoFolder(onTestFinished);
  const app = await startReady({ dataDir });
  const cookie = await cookieOf(app.url, "client@demo.test");
  expect((await ask(app, "/")).status).toBe(200);
  expect((await ask(app, "/accountSettings", { headers: { cookie } })).status).toBe(200);
  return { app, dataDir, cookie };
}

const back = async (fault: string, app: App, cookie: string): Promise<void> => {
  const ms = await untilReady(app);
  noteRecovery(fault, [ms]);
  console.log(`ready again by itself after ${ms} ms`);
  expect((await ask(app, "/accountSettings", { headers: { cookie } })).status).toBe(200);
  expect((await ask(app, "/api/quotes", quote)).status).toBe(200);
};

test("the database server is gone: 503 in words with Retry-After, public pages as ever, back by itself", async () => {
  const { app, dataDir, cookie } = await inUse();
  const control = join(cluster(dataDir), "global/pg_control");
  renameSync(control, `${control}.away`);
  await killServer(dataDir);
  await expectRefusals(app, cookie);
  renameSync(`${control}.away`, control);
  await back("F6", app, cookie);
});

/** The server's processes: the postmaster and its children. */
const processesOf = (dataDir: string): number[] => {
  const { pid } = serverOf(dataDir);
  const children = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && parentOf(name) === pid);
  return [pid, ...children.map(Number)];
};

const parentOf = (pid: string): number => {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  } catch {
    return 0; // it ended while we looked
  }
};

test.runIf(isFullRun && process.platform === "linux")(
  "the database server does not answer: 503 in words in time, public pages as ever, back by itself",
  async () => {
    const { app, dataDir, cookie } = await inUse();
    const frozen = processesOf(dataDir);
    for (const pid of frozen) process.kill(pid, "SIGSTOP");
    await expectRefusals(app, cookie).finally(() => {
      for (const pid of frozen) process.kill(pid, "SIGCONT");
    });
    await back("F7", app, cookie);
  },
);

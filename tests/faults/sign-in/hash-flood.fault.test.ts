import { expect, onTestFinished, test } from "vitest";
import { rssOf } from "#tests/support/product.ts";
import { startReady } from "../app/world.ts";
import { newDataDir } from "../database/world.ts";

const tries = 300;
const longest = "x y ".repeat(32);

test("300 sign-ins at once with passwords of 128 characters: some wait, the rest are told when to come back, and pages stay quick", async () => {
  const app = await startReady({ dataDir: newDataDir(onTestFinished) });
  const ask = async (path: string): Promise<number> => {
    const began = performance.now();
    const answer = await fetch(app.url + path);
    await answer.text();
    expect(answer.status).toBe(200);
    return performance.now() - began;
  };
  const signIn = async (n: number): Promise<Response> => {
    const answer = await fetch(`${app.url}/api/auth/sign-in/email`, {
      method: "POST",
      headers: { origin: app.url, "content-type": "application/json" },
      body: JSON.stringify({ email: `flood-${n}@people.test`, password: longest }),
    });
    await answer.text();
    return answer;
  };
  // Ordinary use first: what a process grows by in its first minute is not the flood's.
  for (let n = 0; n < 30; n += 1) await Promise.all([ask("/login"), ask("/"), signIn(-1 - n)]);
  const before = rssOf(app.pid);
  let over = false;
  const flood = Promise.all(Array.from({ length: tries }, (_, n) => signIn(n))).finally(() => {
    over = true;
  });
  const waits: number[] = [];
  let memory = before;
  while (!over) {
    waits.push(await ask("/"), await ask("/robots.txt"));
    memory = Math.max(memory, rssOf(app.pid));
  }
  const answers = await flood;
  const refused = answers.filter(({ status }) => status === 503);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 503]));
  for (const { headers } of refused) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  // 2 at work and 64 waiting are served; more are when places came free while requests still arrived.
  expect(tries - refused.length).toBeGreaterThanOrEqual(66);
  expect(refused.length).toBeGreaterThan(0);
  expect(waits.length).toBeGreaterThan(4);
  const slowest = waits.sort((a, b) => a - b)[Math.floor(waits.length * 0.99)];
  expect(slowest, `p99 of ${waits.length} pages`).toBeLessThan(500);
  expect(memory - before).toBeLessThan(150);
  expect((await signIn(tries)).status).toBe(401);
});

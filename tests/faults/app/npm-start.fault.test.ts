import { expect, onTestFinished, test } from "vitest";
import { isFullRun, sized } from "#tests/support/full-run.ts";
import { freePort } from "#tests/support/product.ts";
import { demoFolder, eventually, hasServer, newDataDir } from "../database/fixture.ts";
import { isReady } from "./fixture.ts";
import { startGroup } from "./scripts.ts";

/** `npm start`, as the README says it. */
async function npmStart(dataDir: string) {
  const port = await freePort();
  const env = { PORT: String(port), DATA_DIR: dataDir, LIMITS_FACTOR: "1000000" };
  const { pid, output, ended } = startGroup("npm", ["start"], env);
  return { url: `http://127.0.0.1:${port}`, pid, output, ended: ended.then(({ code }) => code) };
}

const signals = [
  ["SIGTERM to npm alone (kill, docker stop)", "SIGTERM", 1],
  ["SIGTERM to the whole group (a service manager)", "SIGTERM", -1],
  ["SIGINT to the whole group (Ctrl-C)", "SIGINT", -1],
] as const;

test.each(sized(signals.slice(0, 1), [...signals]))(
  "%s ends the server calmly, and no process stays",
  async (_how, signal, sign) => {
    const dataDir = demoFolder(onTestFinished);
    const npm = await npmStart(dataDir);
    await eventually(() => isReady(npm.url));
    await eventually(() => npm.output().includes("is open at"));
    process.kill(sign * npm.pid, signal);
    expect(await npm.ended).toBe(0);
    expect(await isReady(npm.url)).toBe(false);
    expect(hasServer(dataDir)).toBe(false);
  },
);

test("SIGTERM to a server that answers and still starts its clocks ends it calmly", async () => {
  const dataDir = demoFolder(onTestFinished);
  const npm = await npmStart(dataDir);
  await eventually(() => isReady(npm.url));
  process.kill(npm.pid, "SIGTERM");
  expect(await npm.ended, npm.output()).toBe(0);
  expect(hasServer(dataDir)).toBe(false);
});

test.runIf(isFullRun)(
  "SIGTERM in the middle of the first start: no process stays, and the next start is whole",
  async () => {
    const dataDir = newDataDir(onTestFinished);
    const first = await npmStart(dataDir);
    await eventually(() => hasServer(dataDir));
    process.kill(first.pid, "SIGTERM");
    await first.ended;
    expect(hasServer(dataDir)).toBe(false);
    const next = await npmStart(dataDir);
    await eventually(() => isReady(next.url));
    process.kill(next.pid, "SIGTERM");
    expect(await next.ended).toBe(0);
  },
);

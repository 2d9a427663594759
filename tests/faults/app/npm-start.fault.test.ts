import { spawn } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import { isFullRun, sized } from "#tests/support/full-run.ts";
import { freePort } from "#tests/support/product.ts";
import { demoFolder, eventually, hasServer, newDataDir } from "../database/fixture.ts";
import { environment } from "./fixture.ts";

type Started = { url: string; pid: number; output: () => string; ended: Promise<number | null> };

/** `npm start`, as the README says it, in a process group of its own, as a terminal or a service manager does. */
async function npmStart(dataDir: string): Promise<Started> {
  const port = await freePort();
  const child = spawn("npm", ["start"], {
    env: { ...environment(), PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: "error", LIMITS_FACTOR: "1000000" },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes) => output.push(String(bytes)));
  const ended = new Promise<number | null>((done) => child.once("close", done));
  onTestFinished(() => {
    if (child.exitCode === null && child.pid) process.kill(-child.pid, "SIGKILL");
  });
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, output: () => output.join(""), ended };
}

const answers = async (url: string): Promise<boolean> => (await fetch(`${url}/readyz`).catch(() => null))?.ok ?? false;

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
    await eventually(() => answers(npm.url));
    await eventually(() => npm.output().includes("is open at"));
    process.kill(sign * npm.pid, signal);
    expect(await npm.ended).toBe(0);
    expect(await answers(npm.url)).toBe(false);
    expect(hasServer(dataDir)).toBe(false);
  },
);

test("SIGTERM to a server that answers and still starts its clocks ends it calmly", async () => {
  const dataDir = demoFolder(onTestFinished);
  const npm = await npmStart(dataDir);
  await eventually(() => answers(npm.url));
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
    await eventually(() => answers(next.url));
    process.kill(next.pid, "SIGTERM");
    expect(await next.ended).toBe(0);
  },
);

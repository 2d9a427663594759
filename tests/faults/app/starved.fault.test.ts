import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { newWitness, play, shopping, type Witness } from "#tests/support/driver-people.ts";
import { freePort } from "#tests/support/product.ts";
import { isFullRun, noteRecovery } from "../../support/full-run.ts";
import { demoFolder, eventually } from "../database/fixture.ts";
import { audit } from "./audit.ts";
import { type App, startReady, untilReady, type Wishes } from "./fixture.ts";

const email = "client@demo.test";
/** After a fault people go on: so many more orders are placed before all is looked at. */
const more = 10;
const onLinux = isFullRun && process.platform === "linux";

/** What strikes a product that is in use, and gives back what it took. */
type Strike = (app: App, witness: Witness) => Promise<void>;

/** People order and pay; the product is struck, recovers without a restart, and everything acknowledged is there once. */
async function inUse(fault: string, wishes: Omit<Wishes, "dataDir">, times: number, strike: Strike): Promise<void> {
  const dataDir = demoFolder(onTestFinished);
  const app = await startReady({ dataDir, ...wishes });
  const witness = newWitness();
  const players = Array.from({ length: 4 }, () => play(() => app.url, email, witness, shopping(witness)));
  const moreOrders = async () => {
    const most = witness.placed.size + more;
    await eventually(() => witness.placed.size > most || players.some((player) => player.failed()));
  };
  const recoveries: number[] = [];
  for (let time = 0; time < times; time += 1) {
    if (players.some((player) => player.failed())) break;
    await moreOrders();
    await strike(app, witness);
    recoveries.push(await untilReady(app));
  }
  await moreOrders();
  await Promise.all(players.map((player) => player.stop())).catch((error) => {
    throw new Error(app.output().slice(-2_000), { cause: error });
  });
  await audit(app, { dataDir, witness, email });
  noteRecovery(fault, recoveries);
  expect(app.output()).not.toContain('"level":60');
  console.log(
    `${times} times; ready again after ${Math.max(...recoveries)} ms at most; ${witness.placed.size} orders kept`,
  );
}

test.runIf(onLinux)(
  "a process that is stopped for 20 seconds continues: its requests are answered, nothing is lost",
  async () => {
    await inUse("F16", {}, 5, async ({ pid, url }) => {
      process.kill(pid, "SIGSTOP");
      const waiting = fetch(`${url}/healthz`);
      await pause(20_000);
      process.kill(pid, "SIGCONT");
      expect((await waiting).status).toBe(200);
    });
  },
);

/** Keeps the process's event loop from everything else for so long, through its own inspector. */
async function block(inspector: number, ms: number): Promise<void> {
  const [{ webSocketDebuggerUrl }] = (await (await fetch(`http://127.0.0.1:${inspector}/json`)).json()) as [
    { webSocketDebuggerUrl: string },
  ];
  const line = new WebSocket(webSocketDebuggerUrl);
  await new Promise((open) => line.addEventListener("open", open, { once: true }));
  const done = new Promise((answer) => line.addEventListener("message", answer, { once: true }));
  const expression = `for (const until = performance.now() + ${ms}; performance.now() < until; );`;
  line.send(JSON.stringify({ id: 1, method: "Runtime.evaluate", params: { expression } }));
  await done;
  line.close();
}

test.runIf(isFullRun)(
  "an event loop that is blocked for 5 and for 45 seconds: the process continues, nothing is lost",
  async () => {
    const inspector = await freePort();
    const blocked = [5_000, 45_000, 5_000, 5_000, 45_000];
    await inUse(
      "F16",
      { env: { NODE_OPTIONS: `--inspect=127.0.0.1:${inspector}` } },
      blocked.length,
      async ({ url }) => {
        const ms = blocked.shift() ?? 0;
        const over = block(inspector, ms);
        await pause(100);
        const waiting = fetch(`${url}/healthz`);
        await over;
        expect((await waiting).status).toBe(200);
      },
    );
  },
);

const handles = 256;

test.runIf(onLinux)(
  `${handles} handles for files and connections, and a crowd that takes them all: others are refused, then all is as before`,
  async () => {
    await inUse("F18", { under: ["prlimit", `--nofile=${handles}:${handles}`] }, 5, async ({ port }) => {
      const crowd = Array.from({ length: handles * 2 }, () => connect(port, "127.0.0.1").on("error", () => undefined));
      await pause(5_000);
      for (const one of crowd) one.destroy();
    });
  },
);

const mb = 2 ** 20;
const folder = "/sys/fs/cgroup/memory/paperwright-test";
const canLimit = onLinux && process.getuid?.() === 0 && existsSync("/sys/fs/cgroup/memory/memory.limit_in_bytes");

/** Removes a group; false while its processes are still ending. */
function hasGone(group: string): boolean {
  try {
    rmdirSync(group);
    return true;
  } catch {
    return false;
  }
}

/** A group of processes that gets this much memory (Linux control groups, version 1). */
function memoryGroup(bytes: number): string {
  const group = `${folder}-${process.pid}`;
  mkdirSync(group);
  // Registered before the product is started, so carried out after it was ended.
  onTestFinished(() => eventually(() => hasGone(group)));
  writeFileSync(join(group, "memory.limit_in_bytes"), String(bytes));
  return group;
}

test.runIf(canLimit)(
  "512 MB for the product and its database: under load nothing is ended for want of memory",
  async () => {
    const group = memoryGroup(512 * mb);
    const under = ["sh", "-c", 'echo $$ > "$0/cgroup.procs" && exec "$@"', group];
    await inUse("F17", { under }, 1, async ({ url }) => {
      for (const until = performance.now() + 120_000; performance.now() < until; )
        await Promise.all(
          ["/", "/prices", "/order", "/faq"].map(async (path) => (await fetch(url + path)).arrayBuffer()),
        );
    });
    const read = (name: string) => readFileSync(join(group, name), "utf8");
    console.log(`${Math.round(Number(read("memory.max_usage_in_bytes")) / mb)} MB at most`);
    expect(read("memory.oom_control")).toContain("oom_kill 0");
  },
);

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import pg from "pg";
import { openEmbedded } from "../src/platform/database/embedded/index.ts";
import { openLog } from "../src/platform/log.ts";
import { rssOf, startProduct } from "../tests/support/product.ts";
import { startBare } from "./support/bare.ts";
import { idsOf, signInClients } from "./support/clients.ts";
import { collecting } from "./support/processes.ts";
import type { Bench, Row } from "./support/types.ts";

const onceEach = 100;

type Server = { pid: number; url: string };

/** Resident megabytes after two forced collections. */
async function settled(pid: number): Promise<number> {
  process.kill(pid, "SIGUSR2");
  await new Promise((done) => setTimeout(done, 1_500));
  return rssOf(pid);
}

const countOf = async (child: ChildProcess): Promise<number> => {
  const [printed] = (await Promise.race([
    once(child.stdout ?? child, "data"),
    once(child, "exit").then(([code]) => Promise.reject(new Error(`the readers ended with ${code}`))),
  ])) as [Buffer];
  return Number(printed);
};

/** Megabytes before, and with all these streams open for some seconds (the product's clocks go over them). */
async function measure({ pid, url }: Server, requests: readonly string[], seconds: number) {
  const readers = (some: readonly string[]) => {
    const child = spawn(process.execPath, ["bench/support/idle-client.ts"], { stdio: ["pipe", "pipe", "inherit"] });
    child.stdin.end(JSON.stringify({ port: Number(new URL(url).port), requests: some }));
    return child;
  };
  const end = async (child: ChildProcess): Promise<void> => {
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  const first = readers(requests.slice(0, onceEach)); // code that runs for the first time is no stream's memory
  await countOf(first);
  await end(first);
  const before = await settled(pid);
  const child = readers(requests);
  try {
    await countOf(child);
    await new Promise((done) => setTimeout(done, seconds * 1000));
    const after = await settled(pid);
    const counted = countOf(child);
    child.kill("SIGUSR2");
    const open = await counted;
    if (open !== requests.length) throw new Error(`only ${open} of ${requests.length} streams are open`);
    return { after, each: ((after - before) * 1024) / requests.length };
  } finally {
    await end(child);
  }
}

/** An installation that was started before: its first start makes the database, and holds 40 MB of that for a minute. */
async function startAgain() {
  const first = await startProduct({ keep: true });
  await first.stop();
  return startProduct({ dataDir: first.dataDir, env: collecting });
}

async function measureProduct(many: number, seconds: number) {
  const product = await startAgain();
  const server = await openEmbedded({ dataDir: product.dataDir, log: openLog("error") });
  const pool = new pg.Pool({ ...server.connection, max: 2 });
  try {
    const cookies = await signInClients(pool, many);
    const ids = await idsOf(pool, cookies);
    const { host } = new URL(product.url);
    const requests = cookies.map(
      (cookie, n) =>
        `GET /api/live?topics=chat:${ids[n]},notices:${ids[n]} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookie}\r\n\r\n`,
    );
    return await measure(product, requests, seconds);
  } finally {
    await pool.end();
    await server.close();
    await product.stop();
  }
}

async function measureBare(many: number, seconds: number) {
  const bare = await startBare("fan-out-sse", {}, { env: collecting });
  try {
    const request = "GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n";
    return await measure(
      bare,
      Array.from({ length: many }, () => request),
      seconds,
    );
  } finally {
    await bare.stop();
  }
}

/** Open streams of as many signed-in people, each with the topics of a page; memory after forced collections. */
export const bench: Bench = {
  name: "idle-streams",
  run: async ({ quick }) => {
    const many = quick ? 1_000 : 5_000;
    const ours = await measureProduct(many, quick ? 1 : 30);
    const bare = await measureBare(many, quick ? 1 : 5);
    const row = { size: `${many.toLocaleString("en-US")} streams`, rounds: 1 };
    const over = (value: number) => ({ median: value, min: value, max: value });
    const each: Row = {
      ...row,
      name: "idle-streams, each",
      unit: "KB",
      ours: ours.each,
      reference: bare.each,
      referenceIs: "bare event stream",
      ratio: over(bare.each / ours.each),
      floor: 0.6,
      heldAt: 0.3,
      goal: "0.87",
    };
    const all: Row = {
      ...row,
      name: "idle-streams, the whole process",
      unit: "MB",
      ours: ours.after,
      reference: 250,
      referenceIs: "limit",
      ratio: over(250 / ours.after),
      most: 260,
      goal: "250 MB",
    };
    return [each, all];
  },
};

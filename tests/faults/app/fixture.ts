import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openEmbedded } from "#src/platform/database/embedded/index.ts";
import { openPool } from "#src/platform/database/open.ts";
import { freePort } from "#tests/support/product.ts";
import { quietLog } from "#tests/support/quiet-log.ts";
import { newDataDir } from "../database/fixture.ts";

type End = { code: number | null; signal: NodeJS.Signals | null };

/** The built product as a process of its own, which a test may kill. `output` is all that it wrote. */
export type App = {
  url: string;
  port: number;
  pid: number;
  output(): string;
  ended: Promise<End>;
  kill(): Promise<End>;
  leave(): Promise<End>;
};

export type Wishes = {
  dataDir: string;
  port?: number;
  env?: Record<string, string>;
  home?: string;
  args?: string[];
  /** A command that becomes the product, with its words before those of the product. */
  under?: readonly string[];
};
/** Who cleans up: the end of the test, or of the file. */
type AtEnd = (work: () => Promise<void>) => void;

/** What the tests of a running machine must not inherit: the operator's own configuration. */
const own = ["BASE_URL", "DATABASE_URL", "DEMO", "SECRET", "SMTP_URL", "HOST", "PAYMENTS_SANDBOX"];

export const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.includes(name)));

/** Starts the product with the flags of `npm start` and does not wait. It is killed at the end. */
export async function launch(
  { dataDir, port, env, home = ".", args = [], under = [] }: Wishes,
  atEnd: AtEnd = onTestFinished,
): Promise<App> {
  const at = port ?? (await freePort());
  const product = [process.execPath, "--max-semi-space-size=8", join(home, "build/server/main.js"), ...args];
  const [program = "", ...words] = [...under, ...product];
  const child = spawn(program, words, {
    env: {
      ...environment(),
      NODE_ENV: "production",
      PORT: String(at),
      DATA_DIR: dataDir,
      LOG_LEVEL: "error",
      LIMITS_FACTOR: "1000000",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes) => output.push(String(bytes)));
  const ended = new Promise<End>((done) => child.once("close", (code, signal) => done({ code, signal })));
  atEnd(async () => void (await signal(child, ended, "SIGKILL")));
  return {
    url: `http://127.0.0.1:${at}`,
    port: at,
    pid: child.pid ?? 0,
    output: () => output.join(""),
    ended,
    kill: () => signal(child, ended, "SIGKILL"),
    leave: () => signal(child, ended, "SIGTERM"),
  };
}

const signal = (child: ChildProcess, ended: Promise<End>, name: NodeJS.Signals): Promise<End> => {
  child.kill(name);
  return ended;
};

/** Waits for /readyz; a start that ends fails with its own words. @returns milliseconds that it took. */
export async function untilReady(app: App): Promise<number> {
  const began = performance.now();
  let over: End | undefined;
  void app.ended.then((end) => {
    over = end;
  });
  while (!(await isReady(app.url))) {
    if (over) throw new Error(`The product ended (${JSON.stringify(over)}) and said: ${app.output()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return Math.round(performance.now() - began);
}

/** Whether `/readyz` is green. */
export const isReady = async (url: string): Promise<boolean> => {
  const answer = await fetch(`${url}/readyz`).catch(() => null);
  await answer?.body?.cancel();
  return answer?.ok ?? false;
};

export async function startReady(wishes: Wishes, atEnd?: AtEnd): Promise<App> {
  const app = await launch(wishes, atEnd);
  await untilReady(app);
  return app;
}

/**
 * A PostgreSQL of the operator's until the test ends: a pool of its superuser, and the address by which a role reaches a
 * database there.
 */
export async function openServer() {
  const server = await openEmbedded({ dataDir: newDataDir(onTestFinished), log: quietLog });
  const { host, port } = server.connection;
  const pool = openPool(server.connection, quietLog, 1);
  onTestFinished(async () => {
    await pool.end();
    await server.close();
  });
  const urlOf = (role: string, database: string) =>
    `postgres://${role}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? "")}`;
  return { pool, urlOf };
}

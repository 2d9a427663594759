import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

export type Product = {
  url: string;
  port: number;
  pid: number;
  dataDir: string;
  readyMs: number;
  stop: () => Promise<void>;
  /** Ends it at once, as a power cut does (SIGKILL). */
  kill: () => Promise<void>;
};

export type Wishes = {
  dataDir?: string;
  env?: Record<string, string>;
  /** The data folder stays when the product is stopped. */
  keep?: boolean;
  host?: "localhost";
  port?: number;
  /** More words of the command line, such as `--role web`. */
  args?: readonly string[];
  /** Receives every line that the product prints, on standard output or as an error. */
  onLine?: (line: string, from: "output" | "error") => void;
};

export const freePort = (): Promise<number> =>
  new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => done(typeof address === "object" && address ? address.port : 0));
    });
  });

export const newDataDir = (within = tmpdir()): string => mkdtempSync(join(within, "paperwright-run-"));

/** Starts the built product as a process of its own, as an operator would, and waits until it is ready. */
export async function startProduct(wishes: Wishes = {}): Promise<Product> {
  const dataDir = wishes.dataDir ?? newDataDir();
  const port = wishes.port ?? (await freePort());
  const url = `http://${wishes.host ?? "127.0.0.1"}:${port}`;
  const env = {
    // Not the whole environment: test runners leave words in it that the product would read, such as BASE_URL.
    ...Object.fromEntries(
      ["PATH", "HOME", "TMPDIR"].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
    ),
    NODE_ENV: "production",
    UV_THREADPOOL_SIZE: "8",
    // As in `npm start`: what a page of 80 kB took goes back to the system with it.
    MALLOC_MMAP_THRESHOLD_: "32768",
    MALLOC_TRIM_THRESHOLD_: "131072",
    PORT: String(port),
    DATA_DIR: dataDir,
    BASE_URL: url,
    LOG_LEVEL: "error",
    LIMITS_FACTOR: "1000000",
    ...wishes.env,
  };
  const started = performance.now();
  const child = spawn(process.execPath, ["--max-semi-space-size=8", "build/server/main.js", ...(wishes.args ?? [])], {
    env,
    stdio: wishes.onLine ? ["ignore", "pipe", "pipe"] : ["ignore", "ignore", "inherit"],
  });
  hear(child, wishes.onLine);
  await ready(url, child).catch(async (error: unknown) => {
    await end(child, "SIGKILL");
    throw error;
  });
  const readyMs = performance.now() - started;
  return {
    url,
    port,
    pid: child.pid ?? 0,
    dataDir,
    readyMs,
    stop: async () => {
      await end(child, "SIGTERM");
      if (!wishes.keep) rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
    kill: () => end(child, "SIGKILL"),
  };
}

function hear({ stdout, stderr }: ChildProcess, onLine: Wishes["onLine"]): void {
  if (!onLine || !stdout || !stderr) return;
  createInterface({ input: stdout }).on("line", (line) => onLine(line, "output"));
  createInterface({ input: stderr }).on("line", (line) => onLine(line, "error"));
}

/** Ends a blocked start: a first start takes seconds, and on a busy machine more than a minute. */
const mostMs = 300_000;

async function ready(url: string, child: ChildProcess): Promise<void> {
  for (const until = Date.now() + mostMs; Date.now() < until; ) {
    if (child.exitCode !== null) throw new Error(`The product ended with code ${child.exitCode} while starting.`);
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((r) => setTimeout(r, 10));
  }
  throw new Error("The product was not ready within five minutes.");
}

const end = (child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<void> =>
  new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done();
    child.once("exit", () => done());
    child.kill(signal);
  });

/** Resident memory of a process in megabytes (Linux). */
export const rssOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;

/** Signs a demo person in and gives the cookie header. */
export async function cookieOf(url: string, email: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({ email, password: "paper boat in the rain" }),
  });
  if (!answer.ok) throw new Error(`Sign-in answered ${answer.status}.`);
  return answer.headers
    .getSetCookie()
    .map((c) => c.split(";")[0])
    .join("; ");
}

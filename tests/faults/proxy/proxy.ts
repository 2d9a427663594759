import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { onTestFinished } from "vitest";

/** A proxy that may be installed here or not. `start` runs the example of deploy/ before two web processes, over TLS. */
export type ProxyHere = {
  /** Undefined: it is not installed. */
  version: () => string | undefined;
  /** What its example asks an operator to leave between one process that is ready and the next one that leaves. */
  betweenMs: number;
  start: (port: number, upstreams: readonly number[]) => Promise<Started & Plain>;
};
/** What it wrote into its log of errors. */
type Started = { complaints: () => string };
/** Where it listens without TLS: a port, or the path of a socket. */
type Plain = { plain: { port: number } | { socketPath: string } };

/** Where Debian puts programs of administrators is not on everybody's path. */
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };

/** The number in what a program says of its version; undefined: there is no such program. */
export function versionOf(program: string, arg: string): string | undefined {
  const { stdout, stderr } = spawnSync(program, [arg], { env, encoding: "utf8" });
  return /\d+\.\d+[\d.]*/.exec(`${stdout}${stderr}`)?.[0];
}

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "paperwright-proxy-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** This process trusts a certificate until the test ends. */
export function trust(certificate: string): void {
  const before = getCACertificates("default");
  setDefaultCACertificates([...before, certificate]);
  onTestFinished(() => setDefaultCACertificates(before));
}

/** Has a program check its configuration; throws what it complains of. */
export function check(program: string, args: string[], more: NodeJS.ProcessEnv = {}): void {
  const { status, stderr } = spawnSync(program, args, { env: { ...env, ...more }, encoding: "utf8" });
  if (status !== 0 || /\[warn\]|"level":"warn"/.test(stderr)) throw new Error(stderr);
}

export function run(program: string, args: string[], more: NodeJS.ProcessEnv = {}): Started & { child: ChildProcess } {
  const child = spawn(program, args, { env: { ...env, ...more }, stdio: ["ignore", "ignore", "pipe"] });
  const output: string[] = [];
  child.stderr.on("data", (bytes) => output.push(String(bytes)));
  const ended = new Promise<void>((done) => child.once("close", () => done()));
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  return { child, complaints: () => output.join("") };
}

/** Looks until something is there; throws what the proxy said when it ends before. */
export async function until<T>(started: ReturnType<typeof run>, look: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (started.child.exitCode !== null) throw new Error(`The proxy ended: ${started.complaints()}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

export const answers = (port: number) => async (): Promise<true | null> => {
  const answer = await fetch(`https://localhost:${port}/readyz`).catch(() => null);
  await answer?.body?.cancel();
  return answer?.ok ? true : null;
};

import { type ChildProcessByStdio, spawn } from "node:child_process";
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { afterAll, inject } from "vitest";
import { isAlive, liveServer, type PidFile } from "#src/platform/database/embedded/pid-file.ts";
import { copyDemo } from "#tests/support/demo.ts";
import { folderPrefix, removeFolder } from "#tests/support/server-folders.ts";

type Report = {
  log?: string;
  joined?: boolean;
  ready?: boolean;
  failed?: string;
  closed?: boolean;
  wrote?: number;
  since?: string;
  milliseconds?: number;
};

/** A running fake for the application. `reports` grows; `until` waits for a line (or fails when it ends before). */
export type App = {
  reports: Report[];
  joined(): boolean | undefined;
  until(what: (report: Report) => boolean): Promise<Report>;
  tell(verb: "write" | "close"): void;
  kill(): Promise<void>;
  close(): Promise<void>;
};

const program = new URL("./app.ts", import.meta.url).pathname;

export const startApp = (dataDir: string, options: { first?: number; env?: NodeJS.ProcessEnv } = {}): App => {
  const args = [program, dataDir, String(options.first ?? 0)];
  const child = spawn(process.execPath, args, {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, ...options.env },
  });
  const ended = new Promise<void>((resolve) => void child.once("close", () => resolve()));
  const listener = listen(child);
  return {
    reports: listener.lines,
    joined: () => listener.lines.find((line) => line.joined !== undefined)?.joined,
    until: (what) => Promise.race([listener.until(what), ended.then(() => listener.now(what))]),
    tell: (verb) => void child.stdin.write(`${verb}\n`),
    kill: () => {
      child.kill("SIGKILL");
      return ended;
    },
    close: () => {
      child.stdin.write("close\n");
      return ended;
    },
  };
};

const listen = (child: ChildProcessByStdio<Writable, Readable, null>) => {
  const lines: Report[] = [];
  const waiting = new Set<() => void>();
  createInterface(child.stdout).on("line", (line) => {
    lines.push(JSON.parse(line));
    for (const look of waiting) look();
  });
  const now = (what: (report: Report) => boolean): Report => {
    const found = lines.find(what);
    if (!found) throw new Error(`The program ended and said only: ${JSON.stringify(lines.slice(-3))}`);
    return found;
  };
  const until = (what: (report: Report) => boolean): Promise<Report> =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = lines.find(what);
        if (!found) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  return { lines, now, until };
};

/** Waits for a program's "ready"; a start that fails fails the test with its words. */
export const ready = async (app: App): Promise<App> => {
  const report = await app.until((line) => line.ready === true || line.failed !== undefined);
  if (report.failed !== undefined) throw new Error(report.failed);
  return app;
};

/** Takes work for the end of a file also from its `beforeAll`, where `afterAll` itself is not heard. */
export function atEndOfFile(): (work: () => void | Promise<void>) => void {
  const works: (() => void | Promise<void>)[] = [];
  afterAll(async () => {
    for (const work of works.reverse()) await work();
  });
  return (work) => void works.push(work);
}

/** A data folder (not made yet) that goes away, with its server, when the test ends. */
export const newDataDir = (onTestFinished: (work: () => void) => void, ...below: string[]): string => {
  const base = mkdtempSync(join(tmpdir(), `${folderPrefix}${process.pid}-`));
  const dataDir = join(base, ...below, "data");
  onTestFinished(() => {
    removeFolder(dataDir);
    removeFolder(base);
  });
  return dataDir;
};

/** The data folder of a demo that nobody has used. What is about a first start begins with `newDataDir`. */
export const demoFolder = (onTestFinished: (work: () => void) => void): string => {
  const dataDir = newDataDir(onTestFinished);
  copyDemo(inject("demoTemplate"), dataDir);
  return dataDir;
};

export const cluster = (dataDir: string): string => join(dataDir, "database");

export const serverOf = (dataDir: string): PidFile => {
  const found = liveServer(cluster(dataDir));
  if (!found) throw new Error(`No server lives on ${dataDir}`);
  return found;
};

export const hasServer = (dataDir: string): boolean =>
  existsSync(cluster(dataDir)) && liveServer(cluster(dataDir)) !== undefined;

/** Looks again and again until it is true; the test's own time limit ends a wait in vain. */
export const eventually = async (what: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await what())) await new Promise((resolve) => setTimeout(resolve, 10));
};

export const killServer = async (dataDir: string): Promise<void> => {
  const { pid } = serverOf(dataDir);
  process.kill(pid, "SIGKILL");
  await eventually(() => !isAlive(pid) || !hasServer(dataDir));
};

import { type ChildProcess, spawn } from "node:child_process";
import { onTestFinished } from "vitest";
import { environment } from "./fixture.ts";

export type Ended = { code: number | null; output: string };

/** What a program has printed so far, and how it ends. */
function watched(child: ChildProcess): { output: () => string; ended: Promise<Ended> } {
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (bytes) => {
      printed += bytes;
    });
  const output = () => printed.trim();
  const ended = new Promise<Ended>((done) => child.once("close", (code) => done({ code, output: output() })));
  return { output, ended };
}

/** Starts a script of package.json without npm's own words. */
export function startScript(
  name: string,
  args: readonly string[],
  env: Record<string, string>,
): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, ["scripts/command.js", name, ...args], {
    env: { ...environment(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return { child, ended: watched(child).ended };
}

export const runScript = (name: string, args: readonly string[], env: Record<string, string>): Promise<Ended> =>
  startScript(name, args, env).ended;

/**
 * Starts a program in a process group of its own, as a terminal or a service manager does. The group is killed when the
 * test ends.
 */
export function startGroup(program: string, args: readonly string[], env: Record<string, string>) {
  const child = spawn(program, args, {
    env: { ...environment(), LOG_LEVEL: "error", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const pid = child.pid ?? 0;
  const end = (signal: NodeJS.Signals): void => {
    if (child.exitCode === null && pid) process.kill(-pid, signal);
  };
  onTestFinished(() => end("SIGKILL"));
  return { pid, end, ...watched(child) };
}

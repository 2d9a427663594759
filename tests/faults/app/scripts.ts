import { type ChildProcess, spawn } from "node:child_process";
import { environment } from "./fixture.ts";

export type Ended = { code: number | null; output: string };

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
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (bytes) => {
      output += bytes;
    });
  const ended = new Promise<Ended>((done) => child.once("close", (code) => done({ code, output: output.trim() })));
  return { child, ended };
}

export const runScript = (name: string, args: readonly string[], env: Record<string, string>): Promise<Ended> =>
  startScript(name, args, env).ended;

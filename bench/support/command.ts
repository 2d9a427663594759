import { spawn } from "node:child_process";

/** Runs a command of scripts/commands/ with this environment alone; rejects with its words when it fails. */
export const runCommand = (name: string, env: Record<string, string>): Promise<void> =>
  new Promise((done, fail) => {
    const child = spawn(process.execPath, ["scripts/command.js", name], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    child.stderr.on("data", (bytes) => {
      said += bytes;
    });
    child.once("error", fail);
    child.once("close", (code) => (code === 0 ? done() : fail(new Error(said.trim() || `${name} ended with ${code}`))));
  });

import { spawn } from "node:child_process";

/** Runs a load generator in a process of its own: its options are sent as JSON, its results returned. Rejects when it fails. */
export const runChild = <Order, Seen>(script: string, order: Order): Promise<Seen> =>
  new Promise((done, fail) => {
    const child = spawn(process.execPath, [script], { stdio: ["pipe", "pipe", "inherit"] });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("error", fail);
    child.on("close", (code) =>
      code === 0 ? done(JSON.parse(Buffer.concat(chunks).toString())) : fail(new Error(`${script} ended with ${code}`)),
    );
    child.stdin.end(JSON.stringify(order));
  });

/** Runs a command of scripts/commands/ with this environment alone; rejects with its words when it fails. */
export const runCommand = (name: string, env: Record<string, string>): Promise<void> =>
  new Promise((done, fail) => {
    const child = spawn(process.execPath, ["scripts/command.js", name], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let printed = "";
    child.stderr.on("data", (bytes) => {
      printed += bytes;
    });
    child.once("error", fail);
    child.once("close", (code) =>
      code === 0 ? done() : fail(new Error(printed.trim() || `${name} ended with ${code}`)),
    );
  });

/**
 * For a product whose memory is measured: SIGUSR2 forces a collection, as garbage says nothing. No file, as one of
 * TypeScript would bring its compiler into the process.
 */
export const collecting = {
  NODE_OPTIONS: "--expose-gc --import=data:text/javascript,process.on('SIGUSR2',()=>{gc();gc()})",
};

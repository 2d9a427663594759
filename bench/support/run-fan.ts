import { spawn } from "node:child_process";
import type { FanOrder, FanSeen } from "./fan.ts";

/** Sends and receives as ordered, from a process of its own. A message that somebody did not get voids the run. */
export async function runFan(order: FanOrder): Promise<FanSeen> {
  const seen = await new Promise<FanSeen>((done, fail) => {
    const child = spawn(process.execPath, ["bench/support/fan-client.ts"], { stdio: ["pipe", "pipe", "inherit"] });
    const said: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => said.push(chunk));
    child.on("error", fail);
    child.on("close", (code) =>
      code === 0
        ? done(JSON.parse(Buffer.concat(said).toString()) as FanSeen)
        : fail(new Error(`the receivers ended with ${code}`)),
    );
    child.stdin.end(JSON.stringify(order));
  });
  if (seen.refused.length > 0 || seen.deliveries !== seen.publishes * order.receivers.length)
    throw new Error(`fan-out to ${order.receivers.length}: ${JSON.stringify(seen)}`);
  return seen;
}

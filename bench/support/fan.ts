import { spawn } from "node:child_process";

/** What a receiver of the bench's own servers follows. */
export const fanTopic = "bench:topic";

/** 200 bytes, with the number that receivers look for. */
export const messageOf = (n: number): string => `${fanTopic} ${n}\n`.padEnd(200, "x").replace("\n", ".");

export type FanOrder = {
  port: number;
  /** Where messages are sent, when it is elsewhere: a port, or the path of a socket. */
  publishAt?: number | string;
  /** How a receiver comes in: a raw GET, or a WebSocket of socket.io. */
  protocol: "stream" | "socket.io";
  /** The text of each receiver's request. */
  receivers: readonly string[];
  /** The text that publishes; `{n}` becomes its number, `{id}` a UUID. */
  publish: string;
  /** Number of the first message. */
  first: number;
  /** What is looked for in what a receiver gets; `{n}` becomes the number. */
  mark: string;
  /** A receiver's request for what is new after an update; without one the update is the end. */
  fetch?: string | undefined;
  seconds: number;
  /** The server's process, for its processor time. */
  pid: number;
};
/** Milliseconds from publishing to each receipt; the server's processor time for one of them, in microseconds. */
export type FanSeen = {
  cpuUs: number;
  publishes: number;
  deliveries: number;
  p50: number;
  p99: number;
  refused: string[];
};

/** Sends and receives as ordered, from a process of its own. A message that somebody did not get voids the run. */
export async function runFan(order: FanOrder): Promise<FanSeen> {
  const seen = await new Promise<FanSeen>((done, fail) => {
    const child = spawn(process.execPath, ["bench/support/fan-client.ts"], { stdio: ["pipe", "pipe", "inherit"] });
    const output: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
    child.on("error", fail);
    child.on("close", (code) =>
      code === 0
        ? done(JSON.parse(Buffer.concat(output).toString()) as FanSeen)
        : fail(new Error(`the receivers ended with ${code}`)),
    );
    child.stdin.end(JSON.stringify(order));
  });
  if (seen.refused.length > 0 || seen.deliveries !== seen.publishes * order.receivers.length)
    throw new Error(`fan-out to ${order.receivers.length}: ${JSON.stringify(seen)}`);
  return seen;
}

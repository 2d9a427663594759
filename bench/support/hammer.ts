// The load generator, a process of its own: raw sockets with keep-alive, one request at a time on each.
// Reads its order as JSON on stdin, prints what it saw as JSON. Node's own HTTP client would be the slower side.
import { randomUUID } from "node:crypto";
import { connect, type Socket } from "node:net";

export type Order = {
  port: number;
  connections: number;
  seconds: number;
  /** Whole requests as text, used in turn by all connections together. `keyMark` in them becomes a fresh UUID. */
  requests: string[];
  /** Words that every answer must hold; looked for in each twentieth. */
  says?: string | undefined;
};
export type Seen = {
  statuses: Record<string, number>;
  lengths: [least: number, most: number];
  silent: number;
  errors: number;
  seconds: number;
  p50: number;
  p99: number;
};

/** As long as the UUID that takes its place. */
export const keyMark = "00000000-aaaa-4aaa-8aaa-key000000000";

if (import.meta.main) {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  hammer(JSON.parse(Buffer.concat(chunks).toString()) as Order);
}

function hammer(order: Order): void {
  const requests = order.requests.map((text) => ({
    bytes: Buffer.from(text),
    mark: Buffer.from(text).indexOf(keyMark),
  }));
  const statuses: Record<string, number> = {};
  const took: number[] = [];
  let [least, most, turn, silent, errors, over, open] = [Number.POSITIVE_INFINITY, 0, 0, 0, 0, false, 0];
  const started = performance.now();

  const send = (socket: Socket): void => {
    const { bytes, mark } = requests[turn++ % requests.length] as (typeof requests)[number];
    if (mark < 0) return void socket.write(bytes);
    const fresh = Buffer.from(bytes);
    fresh.write(randomUUID(), mark);
    socket.write(fresh);
  };
  const report = (): never => {
    took.sort((a, b) => a - b);
    const at = (share: number) => took[Math.floor(took.length * share)] ?? 0;
    const seconds = (performance.now() - started) / 1000;
    const lengths: Seen["lengths"] = [least, most];
    const seen: Seen = { statuses, lengths, silent, errors, seconds, p50: at(0.5), p99: at(0.99) };
    process.stdout.write(JSON.stringify(seen), () => process.exit(0));
    return undefined as never;
  };
  const leave = (socket: Socket): void => {
    socket.destroy();
    open -= 1;
    if (open === 0) report();
  };
  const one = (): void => {
    open += 1;
    let sent = 0;
    let got: Buffer = Buffer.alloc(0);
    const socket = connect({ port: order.port, host: "127.0.0.1", noDelay: true }, () => {
      sent = performance.now();
      send(socket);
    });
    socket.on("error", () => {
      errors += 1;
      leave(socket);
    });
    socket.on("end", () => {
      errors += 1;
      leave(socket);
    });
    socket.on("data", (chunk: Buffer) => {
      got = got.length === 0 ? chunk : Buffer.concat([got, chunk]);
      const answer = wholeAnswer(got);
      if (!answer) return;
      took.push(performance.now() - sent);
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      least = Math.min(least, answer.length);
      most = Math.max(most, answer.length);
      if (order.says && took.length % 20 === 0 && !got.includes(order.says)) silent += 1;
      got = Buffer.alloc(0);
      if (over) return leave(socket);
      sent = performance.now();
      send(socket);
    });
  };
  for (let i = 0; i < order.connections; i += 1) one();
  setTimeout(() => {
    over = true;
    setTimeout(() => {
      errors += open;
      report();
    }, 120_000).unref();
  }, order.seconds * 1000);
}

/** Status and body length when the whole answer has come; without pipelining nothing follows it. */
function wholeAnswer(got: Buffer): { status: string; length: number } | null {
  const end = got.indexOf("\r\n\r\n");
  if (end < 0) return null;
  const head = got.toString("latin1", 0, end);
  const status = head.slice(9, 12);
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  const body = got.length - end - 4;
  if (length !== undefined) return body >= Number(length) ? { status, length: body } : null;
  if (!/transfer-encoding: chunked/i.test(head)) return { status, length: 0 };
  return got.subarray(-5).toString("latin1") === "0\r\n\r\n" ? { status, length: body } : null;
}

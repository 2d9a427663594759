// A crowd that does not wait, a process of its own: requests leave at a fixed rate from many addresses of this machine,
// whatever is answered. Reads its order as JSON on stdin, prints what it saw as JSON.
import { connect, type Socket } from "node:net";

export type FloodOrder = {
  port: number;
  /** Connections, spread over `addresses` addresses. */
  connections: number;
  addresses: number;
  /** Requests a second in sum. */
  rate: number;
  /** How long answers are counted, after the crowd has filled every place. */
  seconds: number;
  fillSeconds: number;
  requests: string[];
  /** Asked all the while on a connection of its own. */
  health: string[];
};
export type FloodSeen = {
  sent: number;
  /** Whole pages that came while answers were counted, and how long that was. */
  good: number;
  seconds: number;
  statuses: Record<string, number>;
  healthStatuses: Record<string, number>;
  healthSlowestMs: number;
};

const tickMs = 10;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** An answer's first line, or the end of a whole page. A word that a packet cuts is looked at with the next one. */
const pattern = /HTTP\/1\.1 (\d{3})|<\/html>/g;
const longest = "HTTP/1.1 200".length;

if (import.meta.main) {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  const seen = await flood(JSON.parse(Buffer.concat(chunks).toString()) as FloodOrder);
  process.stdout.write(JSON.stringify(seen), () => process.exit(0));
}

async function flood(order: FloodOrder): Promise<FloodSeen> {
  const { connections, addresses, rate, seconds, fillSeconds, requests } = order;
  const seen: FloodSeen = { sent: 0, good: 0, seconds: 0, statuses: {}, healthStatuses: {}, healthSlowestMs: 0 };
  const started = performance.now();
  const elapsed = () => (performance.now() - started) / 1000;
  const onStatus = (status: string | null): void => {
    if (status !== null) seen.statuses[status] = (seen.statuses[status] ?? 0) + 1;
    else if (elapsed() > fillSeconds) seen.good += 1;
  };
  const sockets = await Promise.all(
    Array.from({ length: connections }, (_, at) => open(order.port, `127.0.1.${1 + (at % addresses)}`, onStatus)),
  );
  const health = await open(order.port, "127.0.2.1", () => undefined);
  const whole = fillSeconds + seconds;
  const asking = askHealth(health, order.health, seen, () => elapsed() >= whole);
  while (elapsed() < whole) {
    for (const due = Math.floor(elapsed() * rate); seen.sent < due; seen.sent += 1)
      sockets[seen.sent % connections]?.write(requests[seen.sent % requests.length] ?? "");
    await pause(tickMs);
  }
  seen.seconds = elapsed() - fillSeconds;
  const { good } = seen;
  await asking;
  return { ...seen, good };
}

async function open(port: number, localAddress: string, onStatus: (status: string | null) => void): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", localAddress, noDelay: true });
  await new Promise((done, fail) => socket.once("connect", done).once("error", fail));
  socket.on("error", () => undefined);
  let rest = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => {
    const text = rest + chunk;
    let from = Math.max(0, text.length - longest + 1);
    for (const found of text.matchAll(pattern)) {
      onStatus(found[1] ?? null);
      from = Math.max(from, found.index + found[0].length);
    }
    rest = text.slice(from);
  });
  return socket;
}

async function askHealth(socket: Socket, requests: string[], seen: FloodSeen, over: () => boolean): Promise<void> {
  for (let n = 0; !over(); n += 1) {
    const began = performance.now();
    const answer = new Promise<string>((done) => socket.once("data", (chunk) => done(String(chunk))));
    socket.write(requests[n % requests.length] ?? "");
    const status = (await answer).slice(9, 12);
    seen.healthStatuses[status] = (seen.healthStatuses[status] ?? 0) + 1;
    seen.healthSlowestMs = Math.max(seen.healthSlowestMs, performance.now() - began);
    await pause(50);
  }
}

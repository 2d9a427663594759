// Receivers and the publisher of the fan-out benchmark, a process of its own: raw sockets, one clock for both ends.
// Publishes one message, waits until all receivers have it, and continues. Reads its order as JSON, prints what it saw.
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { taken } from "../references/take-numbers.ts";
import type { FanOrder, FanSeen } from "./fan.ts";
import { cpuMs } from "./load.ts";

const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
const order = JSON.parse(Buffer.concat(chunks).toString()) as FanOrder;
const answers = new RegExp(`^(HTTP/1.1 20[04]|${taken})`);
const refused: string[] = [];
const took: number[] = [];
let mark = Buffer.from("nothing yet");
let published = 0;
let missing = 0;
let all: () => void = () => undefined;

/** A WebSocket text frame as a client sends it (masked with zeros), for texts under 126 bytes. */
const wsFrame = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);

const open = async (at: number | string = order.port): Promise<Socket> => {
  const socket = connect(typeof at === "string" ? { path: at } : { port: at, host: "127.0.0.1", noDelay: true });
  await once(socket, "connect");
  return socket;
};

const arrived = (): void => {
  took.push(performance.now() - published);
  missing -= 1;
  if (missing === 0) all();
};

async function receive(request: string): Promise<void> {
  const socket = await open();
  const reader = order.fetch ? await open() : null;
  socket.write(request.replace("{key}", randomBytes(16).toString("base64")));
  const until = async (text: string): Promise<void> => {
    const [first] = (await once(socket, "data")) as [Buffer];
    if (!first.includes(text)) refused.push(first.toString().slice(0, 200));
  };
  if (order.protocol === "stream") await until("200 OK");
  else {
    await until("101 Switching");
    socket.write(wsFrame("40"));
    await once(socket, "data");
  }
  let last = mark; // a heartbeat repeats the newest number
  socket.on("data", (chunk: Buffer) => {
    if (mark !== last && chunk.includes(mark)) {
      last = mark;
      if (reader && order.fetch) reader.write(order.fetch);
      else arrived();
    } else if (order.protocol === "socket.io" && chunk.length === 3 && chunk[2] === 0x32) socket.write(wsFrame("3"));
  });
  reader?.on("data", (chunk: Buffer) => {
    if (!chunk.includes("200 OK")) refused.push(chunk.toString().slice(0, 200));
    arrived();
  });
}

for (let from = 0; from < order.receivers.length; from += 50)
  await Promise.all(order.receivers.slice(from, from + 50).map(receive));
await new Promise((done) => setTimeout(done, 300));

const publisher = await open(order.publishAt);
publisher.on("data", (chunk: Buffer) => {
  if (!answers.test(chunk.toString("latin1", 0, 12))) refused.push(chunk.toString().slice(0, 300));
});
const spentBefore = cpuMs(order.pid);
const ends = performance.now() + order.seconds * 1000;
let n = order.first;
while (performance.now() < ends && refused.length === 0) {
  mark = Buffer.from(order.mark.replace("{n}", String(n)));
  missing = order.receivers.length;
  const done = new Promise<void>((resolve) => (all = resolve));
  const answered = once(publisher, "data");
  published = performance.now();
  publisher.write(order.publish.replaceAll("{n}", String(n)).replace("{id}", randomUUID()));
  await Promise.race([Promise.all([done, answered]), new Promise((resolve) => setTimeout(resolve, 120_000).unref())]);
  if (missing > 0) refused.push(`${missing} of ${order.receivers.length} did not get message ${n}`);
  n += 1;
}
const cpuUs = ((cpuMs(order.pid) - spentBefore) * 1000) / took.length;
took.sort((a, b) => a - b);
const at = (share: number): number => took[Math.floor(took.length * share)] ?? 0;
const publishes = n - order.first;
const seen: FanSeen = { publishes, deliveries: took.length, p50: at(0.5), p99: at(0.99), refused, cpuUs };
process.stdout.write(JSON.stringify(seen), () => process.exit(0));

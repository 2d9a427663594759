import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startBare } from "./support/bare.ts";
import { measureMessages } from "./support/chat-messages.ts";
import { type FanOrder, type FanSeen, fanTopic, runFan } from "./support/fan.ts";
import { median } from "./support/rounds.ts";
import type { Bench, Options, Row } from "./support/types.ts";

const host = "host: 127.0.0.1\r\n";
const streamText = `GET /api/live?topics=${fanTopic} HTTP/1.1\r\n${host}\r\n`;
const socketText = `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n${host}connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: {key}\r\n\r\n`;

const sides = {
  handler: { reference: "fan-out-handler", protocol: "stream", text: streamText },
  sse: { reference: "fan-out-sse", protocol: "stream", text: streamText },
  socketIo: { reference: "fan-out-socket-io", protocol: "socket.io", text: socketText },
} as const;
type Side = keyof typeof sides;
type Round = Record<Side, FanSeen>;

async function measure(side: Side, receivers: number, seconds: number): Promise<FanSeen> {
  const { reference, protocol, text } = sides[side];
  const folder = await mkdtemp(join(tmpdir(), "fan-out-"));
  const numbers = join(folder, "numbers");
  const server = await startBare(reference, { numbers });
  const order: FanOrder = {
    port: Number(new URL(server.url).port),
    pid: server.pid,
    protocol,
    receivers: Array.from({ length: receivers }, () => text),
    publishAt: numbers,
    publish: "{n}",
    first: 1_000_000,
    mark: `${fanTopic} {n}`,
    seconds,
  };
  try {
    return await runFan(order);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true });
  }
}

async function playRounds(receivers: number, { quick }: Options): Promise<Round[]> {
  const seconds = quick ? 0.4 : 1;
  const rounds: Round[] = [];
  for (let n = 0; n < (quick ? 1 : 15); n += 1)
    rounds.push({
      handler: await measure("handler", receivers, seconds),
      sse: await measure("sse", receivers, seconds),
      socketIo: await measure("socketIo", receivers, seconds),
    });
  return rounds;
}

/** Times and costs: reference / ours inside a round, so that more is better. */
function compare(rounds: readonly Round[], other: Side, of: (seen: FanSeen) => number) {
  const ratios = rounds.map((round) => of(round[other]) / of(round.handler));
  const middle = (side: Side) => median(rounds.map((round) => of(round[side])));
  return {
    ours: middle("handler"),
    reference: middle(other),
    ratio: { median: median(ratios), min: Math.min(...ratios), max: Math.max(...ratios) },
    rounds: rounds.length,
  };
}

function rowsOf(receivers: number, rounds: readonly Round[]): Row[] {
  const size = `${receivers.toLocaleString("en-US")} stream${receivers === 1 ? "" : "s"}`;
  const socketIo = { unit: "ms", referenceIs: "socket.io 4, WebSocket, 200 bytes", goal: "1.0", floor: 1, heldAt: 0.2 };
  const rows: Row[] = [
    { name: "fan-out, p50", size, ...socketIo, ...compare(rounds, "socketIo", ({ p50 }) => p50) },
    { name: "fan-out, p99", size, ...socketIo, ...compare(rounds, "socketIo", ({ p99 }) => p99) },
  ];
  if (receivers === 1) return rows;
  const cpu = compare(rounds, "sse", ({ cpuUs }) => cpuUs);
  const bare = { unit: "us", referenceIs: "bare event stream, 200 bytes", goal: "1.33", floor: 1.33, heldAt: 0.8 };
  return [...rows, { name: "fan-out, processor a delivery", size, ...bare, ...cpu }];
}

/**
 * "Topic is at version N" from the product's `publish` to 1, 100 and 1,000 streams beside socket.io and bare event streams
 * with the same raw clients; then whole chat messages in the running product: stored, published, and fetched.
 */
export const bench: Bench = {
  name: "fan-out",
  run: async (options) => {
    const rows: Row[] = [];
    for (const receivers of options.quick ? [100, 1_000] : [1, 100, 1_000])
      rows.push(...rowsOf(receivers, await playRounds(receivers, options)));
    return [...rows, ...(await measureMessages(options))];
  },
};

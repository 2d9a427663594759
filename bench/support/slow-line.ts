import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A line: how long a packet takes there and back, in milliseconds, and what it carries, in bits per second. */
export type Line = { readonly rttMs: number; readonly bitsPerSecond: number };

/** What Lighthouse supposes of a phone (mobile profile, "slow 4G") and of a desk ("dense 4G"), and a line of copper or glass. */
export const phoneLine: Line = { rttMs: 150, bitsPerSecond: 1_638_400 };
export const dense4gLine: Line = { rttMs: 40, bitsPerSecond: 10_240_000 };
export const fixedLine: Line = { rttMs: 20, bitsPerSecond: 50_000_000 };

/** Bytes that leave at once; more would make the line uneven. */
const packetBytes = 1_460 * 4;

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** What is on its way, in the order in which it arrives: timers of different lengths do not keep to it. */
function deliveryInOrder() {
  const packets: { at: number; socket: Socket; bytes: Buffer }[] = [];
  const arrive = (): void => {
    const now = performance.now();
    while (packets[0] && packets[0].at <= now) {
      const { socket, bytes } = packets.shift() as (typeof packets)[number];
      if (socket.writable) socket.write(bytes);
    }
    if (packets[0]) setTimeout(arrive, packets[0].at - now);
  };
  return (at: number, socket: Socket, bytes: Buffer): void => {
    packets.push({ at, socket, bytes });
    if (packets.length === 1) setTimeout(arrive, at - performance.now());
  };
}

/**
 * A port that leads to another one over such a line: every connection begins with a round trip, bytes share the line
 * and arrive half a round trip after they left.
 */
export async function slowLine(
  to: number,
  { rttMs, bitsPerSecond }: Line,
): Promise<{ port: number; stop: () => void }> {
  const open = new Set<Socket>();
  let free = 0;
  const down = deliveryInOrder();
  const up = deliveryInOrder();
  const bring = (chunk: Buffer, socket: Socket): void => {
    for (let from = 0; from < chunk.length; from += packetBytes) {
      const packet = chunk.subarray(from, from + packetBytes);
      free = Math.max(free, performance.now()) + (packet.length * 8_000) / bitsPerSecond;
      down(free + rttMs / 2, socket, packet);
    }
  };
  const server = createServer({ noDelay: true }, async (near) => {
    const far = connect({ port: to, host: "127.0.0.1", noDelay: true });
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on("error", () => socket.destroy());
    }
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroySoon());
    far.on("data", (chunk: Buffer) => bring(chunk, near));
    near.pause();
    await wait(rttMs);
    near.on("data", (chunk: Buffer) => up(performance.now() + rttMs / 2, far, chunk));
    near.resume();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    stop: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

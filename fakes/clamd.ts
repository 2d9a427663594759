import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";

export type FakeClamd = { url: URL; scanned: () => number; close: () => Promise<void> };

/** The harmless sign that every scanner finds, split so that this file is not found itself. */
export const eicar = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR", "-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join("");

/** A scanner that speaks clamd's INSTREAM and finds the test sign. `most`: its StreamMaxLength. */
export async function startClamd({ most = 25 * 1024 * 1024 } = {}): Promise<FakeClamd> {
  let scanned = 0;
  const serve = async (socket: Socket) => {
    socket.on("error", () => undefined);
    const seen: Buffer[] = [];
    let held = Buffer.alloc(0);
    let size = 0;
    let greeted = false;
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      held = Buffer.concat([held, chunk]);
      if (!greeted) {
        const end = held.indexOf(0);
        if (end < 0) continue;
        if (held.subarray(0, end).toString() !== "zINSTREAM") return socket.end("UNKNOWN COMMAND\0");
        held = held.subarray(end + 1);
        greeted = true;
      }
      while (held.length >= 4) {
        const next = held.readUInt32BE(0);
        if (next === 0) {
          scanned += 1;
          const found = Buffer.concat(seen).includes(eicar);
          return socket.end(found ? "stream: Eicar-Test-Signature FOUND\0" : "stream: OK\0");
        }
        if (held.length < 4 + next) break;
        size += next;
        if (size > most) return socket.end("INSTREAM size limit exceeded. ERROR\0");
        seen.push(Buffer.from(held.subarray(4, 4 + next)));
        held = held.subarray(4 + next);
      }
    }
    return socket.end();
  };
  const server = createServer((socket) => void serve(socket).catch(() => socket.destroy()));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`tcp://127.0.0.1:${port}`),
    scanned: () => scanned,
    close: () => new Promise((done) => server.close(() => done())),
  };
}

import { connect } from "node:net";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FileScanner } from "#src/modules/files/index.server.ts";

const idleTimeoutMs = 30_000;
const longestAnswer = 4096;

/** clamd's INSTREAM over TCP: pieces with their length in front, an empty one at the end, one line as the answer. */
export function openClamd({ hostname, port }: URL): FileScanner {
  return {
    scan: async (source) => {
      const answer = await ask(hostname, Number(port || 3310), source);
      if (/^stream: OK$/.test(answer)) return { infected: false };
      const found = /^stream: (.+) FOUND$/.exec(answer);
      if (found?.[1]) return { infected: true, name: found[1] };
      throw new Error(`The malware scanner answered: ${answer.slice(0, 200)}`);
    },
  };
}

async function ask(host: string, port: number, source: Readable): Promise<string> {
  const socket = connect({ host, port, timeout: idleTimeoutMs });
  socket.once("timeout", () => socket.destroy(new Error("The malware scanner is silent.")));
  const chunks: Buffer[] = [];
  const ended = new Promise<string>((done, fail) => {
    socket.on("data", (bytes: Buffer) => {
      chunks.push(bytes);
      if (Buffer.concat(chunks).length > longestAnswer) socket.destroy(new Error("The malware scanner says too much."));
    });
    socket.once("error", fail);
    socket.once("close", () => done(Buffer.concat(chunks).toString("utf8").replace(/\0$/, "").trim()));
  });
  // An early answer (its limit on size, say) closes the connection while bytes still flow: the answer counts.
  await Promise.all([
    ended,
    pipeline(source, framed, socket).catch((error) => (chunks.length > 0 ? null : Promise.reject(error))),
  ]);
  return ended;
}

async function* framed(source: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  yield Buffer.from("zINSTREAM\0");
  for await (const chunk of source) {
    yield lengthOf(chunk.length);
    yield chunk;
  }
  yield lengthOf(0);
}

function lengthOf(size: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(size);
  return bytes;
}

import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { hasBody } from "./read-bytes.ts";

/** Bytes of a refused body that are still read, so that the sender receives the answer. */
const bounds = { bytes: 16 * 1024 * 1024, ms: 2_000 };
const lingerMs = 2_000;

/**
 * Reads what is left of a request's body and throws it away. True when it came to its end: the connection can continue.
 * Else the answer must say `connection: close`, and the connection lingers: it is not cut before the answer is read.
 */
export async function discardBody(incoming: IncomingMessage): Promise<boolean> {
  if (!hasBody(incoming) || incoming.readableEnded || incoming.destroyed) return true;
  const ended = await readOn(incoming);
  if (!ended) linger(incoming.socket);
  return ended;
}

function readOn(incoming: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => {
    let size = 0;
    const end = (ended: boolean): void => {
      clearTimeout(timer);
      incoming.off("data", onData).off("end", onEnd).off("close", onEnd);
      // From here on every byte is dropped as it comes.
      incoming.resume();
      resolve(ended);
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > bounds.bytes) end(false);
    };
    const onEnd = (): void => end(true);
    const timer = setTimeout(end, bounds.ms, false);
    incoming.on("data", onData).on("end", onEnd).on("close", onEnd).resume();
  });
}

/** A socket that is closed with unread bytes is reset, and takes the answer with it (RFC 9112 section 9.6). */
export function linger(socket: Socket): void {
  socket.destroySoon = () => {
    socket.end();
    const cut = setTimeout(() => socket.destroy(), lingerMs);
    socket.once("close", () => clearTimeout(cut));
  };
}

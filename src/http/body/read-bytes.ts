import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

/** Why a body was not taken, as an HTTP status; each has its words. */
export type BodyRefusal = 400 | 408 | 413 | 415 | 503;

/** What an expected refusal says, and the type of its problem details. */
export const bodyRefusals: Readonly<Record<BodyRefusal, { type: string; message: string }>> = {
  400: { type: "malformed", message: "What was sent cannot be read. Go back, and send it again." },
  408: { type: "timeout", message: "What was sent did not arrive in time. Check your connection, and send it again." },
  413: { type: "too-large", message: "This is more than we can take at once. Send less, or write to support." },
  415: { type: "unsupported-media-type", message: "This address does not take what was sent in this form." },
  503: { type: "unavailable", message: "Too much is being sent at this moment. Try again in a few seconds." },
};

export type BodyRead<T> = { ok: true; value: T } | { ok: false; status: BodyRefusal };

export const bodyRead = <T>(value: T): BodyRead<T> => ({ ok: true, value });
export const bodyRefused = (status: BodyRefusal): BodyRead<never> => ({ ok: false, status });

/** An ordinary body is whole within this time. */
const withinMs = 15_000;

/** Whether bytes follow the head of this request (RFC 9112 section 6.3). */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Reads the whole body, up to `most` bytes. What is left after a refusal stays unread (`discardBody`). */
export function readBytes(
  incoming: IncomingMessage,
  most: number,
  reservation: Reservation,
  ms: number = withinMs,
): Promise<BodyRead<Buffer>> {
  if (Number(incoming.headers["content-length"] ?? 0) > most) return Promise.resolve(bodyRefused(413));
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (result: BodyRead<Buffer>): void => {
      clearTimeout(timer);
      incoming.off("data", onData).off("end", onEnd).off("close", onClose).off("error", onClose);
      if (!result.ok) incoming.pause();
      resolve(result);
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > most) end(bodyRefused(413));
      else if (!reservation.add(chunk.length)) end(bodyRefused(503));
      else chunks.push(chunk);
    };
    const onEnd = (): void => end(bodyRead(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size)));
    const onClose = (): void => end(bodyRefused(400));
    const timer = setTimeout(end, ms, bodyRefused(408));
    incoming.on("data", onData).on("end", onEnd).on("close", onClose).on("error", onClose);
    if (incoming.destroyed) onClose();
  });
}

const mib = 1024 * 1024;

/** How much of bodies under way may lie in memory: in sum, and from one address. */
const most = { inSum: 64 * mib, perAddress: 16 * mib };

type Reservation = { add: (bytes: number) => boolean; release: () => void };
export type BodyQuota = (address: string) => Reservation;

/** Counts the bytes of bodies that are being read. `add` says false, and counts nothing, when there is no room left. */
export function openBodyQuota(limits = most): BodyQuota {
  let sum = 0;
  const held = new Map<string, number>();
  return (address) => {
    let mine = 0;
    const change = (bytes: number): void => {
      mine += bytes;
      sum += bytes;
      const left = (held.get(address) ?? 0) + bytes;
      if (left > 0) held.set(address, left);
      else held.delete(address);
    };
    return {
      add: (bytes) => {
        if (sum + bytes > limits.inSum || (held.get(address) ?? 0) + bytes > limits.perAddress) return false;
        change(bytes);
        return true;
      },
      release: () => change(-mine),
    };
  };
}

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

import type { IncomingMessage } from "node:http";
import type { Reservation } from "./body-quota.ts";
import { type BodyRead, bodyRead, bodyRefused } from "./body-refusal.ts";

/** An ordinary body is whole within this time. */
const withinMs = 15_000;

/** Whether bytes follow the head of this request (RFC 9112 section 6.3). */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Reads the whole body, up to `most` bytes. What is left after a refusal stays unread (discard.ts). */
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

import type { Readable } from "node:stream";
import { TusRefusal } from "./asking.ts";

export type Patience = { idleMs: number; windowMs: number; leastBytes: number };

/** No byte for 20 s, or under 2 KB/s over 30 s (security E3). */
export const patience: Patience = { idleMs: 20_000, windowMs: 30_000, leastBytes: 30 * 2048 };

const tooSlow = () => new TusRefusal(408, "The connection is too slow or was lost. The upload goes on from here.");
const cut = () => new Error("The sender went away.");

/**
 * Bytes of a sender, until it ends or `stop` fires. Gives up with 408 on one that is too slow; only time spent waiting
 * for the sender counts, not a slow disk of ours. Throws when the sender goes away. Leaves the source open.
 */
export async function* withPatience(
  source: Readable,
  { stop, limits = patience }: { stop?: AbortSignal; limits?: Patience } = {},
): AsyncIterable<Buffer> {
  let waited = 0;
  let bytes = 0;
  while (!stop?.aborted) {
    const chunk = source.read() as Buffer | null;
    if (chunk === null) {
      if (source.readableEnded) return;
      if (source.destroyed) throw source.errored ?? cut();
      const began = performance.now();
      const left = bytes < limits.leastBytes ? Math.max(1, limits.windowMs - waited) : limits.idleMs;
      if (!(await news(source, Math.min(limits.idleMs, left), stop))) throw tooSlow();
      waited += performance.now() - began;
      continue;
    }
    bytes += chunk.length;
    if (waited >= limits.windowMs) {
      if (bytes < limits.leastBytes) throw tooSlow();
      waited = 0;
      bytes = 0;
    }
    yield chunk;
  }
}

/** Waits until there is something to read, or the end; false after `ms` of silence. */
function news(source: Readable, ms: number, stop: AbortSignal | undefined): Promise<boolean> {
  return new Promise((done) => {
    const end = (heard: boolean) => {
      clearTimeout(timer);
      for (const name of events) source.off(name, hear);
      stop?.removeEventListener("abort", hear);
      done(heard);
    };
    const hear = () => end(true);
    const timer = setTimeout(() => end(false), ms);
    for (const name of events) source.on(name, hear);
    stop?.addEventListener("abort", hear, { once: true });
    if (source.destroyed || source.readableEnded || stop?.aborted) hear();
  });
}

const events = ["readable", "end", "error", "close"] as const;

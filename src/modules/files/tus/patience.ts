import type { Readable } from "node:stream";
import { TusRefusal } from "./asking.ts";

export type Patience = { idleMs: number; windowMs: number; leastBytes: number };

/** No byte for 20 s, or under 2 KB/s over 30 s (security E3). */
export const patience: Patience = { idleMs: 20_000, windowMs: 30_000, leastBytes: 30 * 2048 };

/**
 * Hands bytes on and gives up on a sender that is too slow, with 408. Only time spent waiting for the sender counts,
 * not a slow disk of ours.
 */
export async function* withPatience(
  source: Readable,
  { idleMs, windowMs, leastBytes } = patience,
): AsyncIterable<Buffer> {
  let waitingSince: number | null = performance.now();
  let waited = 0;
  let bytes = 0;
  const timer = setInterval(
    () => {
      if (waitingSince === null) return;
      const wait = performance.now() - waitingSince;
      const slow = waited + wait >= windowMs && bytes < leastBytes;
      if (wait >= idleMs || slow)
        source.destroy(new TusRefusal(408, "The connection is too slow or was lost. The upload goes on from here."));
    },
    Math.max(10, Math.min(1000, idleMs / 4)),
  );
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      waited += performance.now() - (waitingSince ?? performance.now());
      waitingSince = null;
      bytes += chunk.length;
      if (waited >= windowMs && bytes >= leastBytes) {
        waited = 0;
        bytes = 0;
      }
      yield chunk;
      waitingSince = performance.now();
    }
  } finally {
    clearInterval(timer);
  }
}

import type { Readable } from "node:stream";
import { UploadRefused } from "./protocol.ts";

type IdleTimeout = { idleMs: number; windowMs: number; leastBytes: number };

/** No byte for 20 s, or under 2 KB/s over 30 s. */
const idleTimeout: IdleTimeout = { idleMs: 20_000, windowMs: 30_000, leastBytes: 30 * 2048 };

const tooSlow = () => new UploadRefused(408, "The connection is too slow or was lost. The upload continues from here.");
const cut = () => new UploadRefused(408, "The connection was lost. The upload continues from here.");

/** So much is taken in while the storage is busy: fewer and larger writes, without much memory. */
const ahead = 256 * 1024;

type Wishes = { stop?: AbortSignal; limits?: IdleTimeout };

/**
 * Bytes of a sender, until it ends or `stop` fires. Gives up with 408 on one that is too slow; only time spent waiting
 * for the sender counts, not a slow disk of ours. The same when the sender goes away. Leaves the source open.
 */
export async function* withIdleTimeout(
  source: Readable,
  { stop, limits = idleTimeout }: Wishes = {},
): AsyncIterable<Buffer> {
  const line = listen(source, stop);
  let waited = 0;
  let bytes = 0;
  try {
    while (!stop?.aborted) {
      const chunks = line.take();
      if (chunks.length === 0) {
        if (source.readableEnded) return;
        if (source.destroyed) throw cut();
        const began = performance.now();
        const left = bytes < limits.leastBytes ? Math.max(1, limits.windowMs - waited) : limits.idleMs;
        if (!(await line.news(Math.min(limits.idleMs, left)))) throw tooSlow();
        waited += performance.now() - began;
        continue;
      }
      for (const chunk of chunks) bytes += chunk.length;
      if (waited >= limits.windowMs) {
        if (bytes < limits.leastBytes) throw tooSlow();
        waited = 0;
        bytes = 0;
      }
      yield* chunks;
    }
  } finally {
    line.close();
  }
}

/** Takes bytes in as they come, up to a bound, whatever the reader does meanwhile. */
function listen(source: Readable, stop: AbortSignal | undefined) {
  let held: Buffer[] = [];
  let size = 0;
  let onIdle: (() => void) | null = null;
  const heard = () => onIdle?.();
  const onData = (chunk: Buffer) => {
    held.push(chunk);
    size += chunk.length;
    if (size >= ahead) source.pause();
    heard();
  };
  source.on("data", onData);
  for (const name of ends) source.on(name, heard);
  stop?.addEventListener("abort", heard);
  return {
    take: (): Buffer[] => {
      const taken = held;
      held = [];
      size = 0;
      if (source.isPaused()) source.resume();
      return taken;
    },
    /** Waits for bytes or the end; false after `ms` of silence. */
    news: (ms: number): Promise<boolean> =>
      new Promise((done) => {
        const end = (something: boolean) => {
          clearTimeout(timer);
          onIdle = null;
          done(something);
        };
        const timer = setTimeout(() => end(false), ms);
        onIdle = () => end(true);
        if (size > 0 || source.destroyed || source.readableEnded || stop?.aborted) onIdle();
      }),
    close: () => {
      source.off("data", onData);
      source.pause();
      for (const name of ends) source.off(name, heard);
      stop?.removeEventListener("abort", heard);
    },
  };
}

const ends = ["end", "error", "close"] as const;

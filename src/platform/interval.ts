import type { Log } from "./log.ts";

/**
 * Reads at most once in `ms`, counted from the beginning of a read: who asks within that time shares its answer or its
 * failure, and so does who asks while it runs.
 */
export function readEvery<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let known: { answer: Promise<T>; until: number } | null = null;
  return () => {
    const now = performance.now();
    if (!known || now > known.until) known = { answer: read(), until: now + ms };
    return known.answer;
  };
}

/** Runs `step` again and again, `ms` after it ended; a failure is logged and the clock continues. */
export function repeatEvery(ms: number, log: Log, name: string, step: () => Promise<unknown>) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  let stopped = true;
  const tick = () => {
    running = step()
      .catch((err) => log.error({ err }, `${name} failed`))
      .finally(() => {
        if (!stopped) timer = setTimeout(tick, ms);
      });
  };
  return {
    start: () => {
      if (!stopped) return;
      stopped = false;
      tick();
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

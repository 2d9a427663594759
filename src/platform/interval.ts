import type { Log } from "./log.ts";

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

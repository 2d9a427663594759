/** `soon` asks for a run within `ms` milliseconds; `stop` forgets what was asked for. */
export type Debounced = { readonly schedule: (ms: number) => void; readonly stop: () => void };

/**
 * Makes one run of all that is asked for until the first run asked for is due. A run begins when the promise of the one
 * before is over, so that of two answers of a server the later one stays; it must not fail.
 */
export function debounced(run: () => unknown): Debounced {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  return {
    schedule: (ms) => {
      timer ??= setTimeout(() => {
        timer = undefined;
        last = last.then(run);
      }, ms);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Asks for a run within `ms` milliseconds; `stop` forgets what was asked for. */
export type Gathered = { readonly soon: (ms: number) => void; readonly stop: () => void };

/**
 * Makes one run of all that is asked for within a moment: the earliest moment counts. A run begins when the one before
 * is over, so that of two answers of a server the later one stays; it must not fail.
 */
export function gathered(run: () => Promise<void>): Gathered {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let due = Number.POSITIVE_INFINITY;
  let last: Promise<void> = Promise.resolve();
  const stop = (): void => {
    clearTimeout(timer);
    due = Number.POSITIVE_INFINITY;
  };
  return {
    stop,
    soon: (ms) => {
      const at = Date.now() + ms;
      if (at >= due) return;
      stop();
      due = at;
      timer = setTimeout(() => {
        stop();
        last = last.then(run);
      }, ms);
    },
  };
}

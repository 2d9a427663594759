const firstMs = 2_000;
const longestMs = 30_000;

type Parts = {
  readonly ask: () => void;
  /** Runs something after a time; answers how to call that off. */
  readonly later: (ms: number, run: () => void) => () => void;
  readonly isSeen: () => boolean;
};

/** The clock and the eyes of a browser. */
export const whileSeen: Omit<Parts, "ask"> = {
  later: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  isSeen: () => document.visibilityState === "visible",
};

/** Asks again and again, with growing waits, while somebody looks; answers how to stop. */
export function askAgain({ ask, later, isSeen }: Parts): () => void {
  let cancel: () => void = () => undefined;
  const wait = (ms: number): void => {
    cancel = later(ms, () => {
      if (isSeen()) ask();
      wait(Math.min(longestMs, isSeen() ? ms * 1.5 : ms));
    });
  };
  wait(firstMs);
  return () => cancel();
}

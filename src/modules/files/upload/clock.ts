export type Clock = {
  /** Milliseconds. */
  readonly now: () => number;
  /** Ends after the time, or as soon as one of the signals stops it. Never rejects. */
  readonly wait: (ms: number, signals: readonly AbortSignal[]) => Promise<void>;
};

export const deviceClock: Clock = {
  now: () => Date.now(),
  wait: (ms, signals) =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        for (const signal of signals) signal.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      for (const signal of signals) signal.addEventListener("abort", end);
      if (signals.some(({ aborted }) => aborted)) end();
    }),
};

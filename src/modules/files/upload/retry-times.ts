export type RetryTimes = {
  /** How long, in milliseconds, bytes that do not go through are tried again. */
  readonly maxUploadRetryTime: number;
  /** The same for look-up and delete. */
  readonly maxOperationRetryTime: number;
};

/** How long an upload, and a look-up or a removal, is tried again, in milliseconds. */
export const retryTimes: RetryTimes = { maxUploadRetryTime: 600_000, maxOperationRetryTime: 120_000 };

/** Both times, the given ones checked. Throws a RangeError that names setting and value. */
export const checkedTimes = (given: Partial<RetryTimes> = {}): RetryTimes => {
  const times = { ...retryTimes, ...given };
  for (const [name, value] of Object.entries(times))
    if (!Number.isFinite(value) || value < 0)
      throw new RangeError(`${name} must be a non-negative finite number of milliseconds, not ${String(value)}.`);
  return times;
};

const firstWaitMs = 1_000;
const longestWaitMs = 64_000;

/** The wait after the nth failure in a row (from 1): doubles, with half of it left to chance (`luck` from 0 to 1). */
export const waitMs = (failures: number, luck: number): number => {
  const whole = Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - 1));
  return whole / 2 + (whole / 2) * luck;
};

/** Failures in a row: when the first one was, how many, and how long they may continue. */
export type Streak = { readonly since: number; readonly failures: number; readonly limit: keyof RetryTimes };

/** One failure more. A row keeps the limit that it began with. */
export const failedAgain = (streak: Streak | null, now: number, limit: keyof RetryTimes): Streak =>
  streak ? { ...streak, failures: streak.failures + 1 } : { since: now, failures: 1, limit };

/** True when waiting this long goes past what the row may take. */
export const isOver = ({ since, limit }: Streak, times: RetryTimes, now: number, wait: number): boolean =>
  now - since + wait > times[limit];

/** Up to this many bytes travel in one request; it is also the first chunk of a longer upload. */
export const FIRST_CHUNK = 262_144;
/** A chunk below this doubles after it succeeded. */
export const CHUNK_TOP = 33_554_432;

export const inOneRequest = (total: number): boolean => total <= FIRST_CHUNK;

export const nextChunk = (size: number): number => (size < CHUNK_TOP ? size * 2 : size);

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

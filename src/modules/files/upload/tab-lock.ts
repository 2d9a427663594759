/** Ends the hold; nothing happens when it is called again. */
export type Release = () => void;

/**
 * Waits until no other tab works on the same thing. Answers null when the signal ended the waiting. Browsers without
 * locks let everybody pass.
 */
export type TabLock = (name: string, signal: AbortSignal) => Promise<Release | null>;

export const tabLock: TabLock = (name, signal) =>
  new Promise((answer) => {
    if (!("locks" in navigator)) return answer(() => undefined);
    const hold = () =>
      new Promise<void>((release) => {
        if (signal.aborted) release();
        else answer(release);
      });
    navigator.locks
      .request(name, { signal }, hold)
      .catch(() => undefined)
      .then(() => answer(null));
  });

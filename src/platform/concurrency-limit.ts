/**
 * Bounds what somebody has under way in this process, where one piece of work takes long. `run` gives null, and begins
 * nothing, while this one has `most` of them already.
 */
export function openConcurrencyLimit(most: number): <T>(who: string, run: () => Promise<T>) => Promise<T | null> {
  const running = new Map<string, number>();
  return async (who, run) => {
    const mine = running.get(who) ?? 0;
    if (mine >= most) return null;
    running.set(who, mine + 1);
    try {
      return await run();
    } finally {
      const left = (running.get(who) ?? 1) - 1;
      if (left > 0) running.set(who, left);
      else running.delete(who);
    }
  };
}

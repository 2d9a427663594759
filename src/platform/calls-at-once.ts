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

/**
 * Does small works together: what is asked for while one flush runs waits and makes the next one, at most `most` at a
 * time. `flush` gives one answer for each item, in their order; when it throws, every one of its items fails.
 */
export function batchCalls<I, O>(
  flush: (items: readonly I[]) => Promise<readonly O[]>,
  most: number,
): (item: I) => Promise<O> {
  type Waiting = { item: I; done: (answer: O) => void; fail: (error: unknown) => void };
  let waiting: Waiting[] = [];
  let running = false;
  const run = async (): Promise<void> => {
    running = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, most);
      waiting = waiting.slice(most);
      try {
        const answers = await flush(batch.map(({ item }) => item));
        for (const [i, { done }] of batch.entries()) done(answers[i] as O);
      } catch (error) {
        for (const { fail } of batch) fail(error);
      }
    }
    running = false;
  };
  return (item) =>
    new Promise((done, fail) => {
      waiting.push({ item, done, fail });
      if (!running) {
        running = true;
        setImmediate(run);
      }
    });
}

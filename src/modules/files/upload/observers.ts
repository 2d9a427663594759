/** Tells everybody who listens. One who throws is reported and does not keep the news from the others. */
export const observers = <T>() => {
  const all = new Set<{ tell: (news: T) => void }>();
  const waiting: T[] = [];
  let telling = false;

  const tellAll = (news: T) => {
    for (const one of [...all]) {
      try {
        if (all.has(one)) one.tell(news);
      } catch (error) {
        globalThis.reportError?.(error);
      }
    }
  };

  return {
    /** Answers how to stop listening. The same function may listen twice. */
    subscribe: (tell: (news: T) => void): (() => void) => {
      const one = { tell };
      all.add(one);
      return () => void all.delete(one);
    },
    /** News that a listener causes wait until everybody has heard those before. */
    tell: (news: T): void => {
      waiting.push(news);
      if (telling) return;
      telling = true;
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) tellAll(next);
      telling = false;
    },
  };
};

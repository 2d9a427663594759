/** Notifies all listeners. One that throws is reported and does not keep the others from being notified. */
export const observers = <T>() => {
  const all = new Set<{ notify: (news: T) => void }>();
  const waiting: T[] = [];
  let isNotifying = false;

  const notifyAll = (news: T) => {
    for (const one of [...all]) {
      try {
        if (all.has(one)) one.notify(news);
      } catch (error) {
        globalThis.reportError?.(error);
      }
    }
  };

  return {
    /** Answers how to stop listening. The same function may listen twice. */
    subscribe: (notify: (news: T) => void): (() => void) => {
      const one = { notify };
      all.add(one);
      return () => void all.delete(one);
    },
    /** Notifications caused by a listener wait until all have received the earlier ones. */
    notify: (news: T): void => {
      waiting.push(news);
      if (isNotifying) return;
      isNotifying = true;
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) notifyAll(next);
      isNotifying = false;
    },
  };
};

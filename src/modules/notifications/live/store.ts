const wishes = new Set<() => void>();
let unread = 0;

/** How many notices are unread, for whatever shows it. Browser only. */
export const unreadStore = {
  get: (): number => unread,
  set: (many: number): void => {
    if (many === unread) return;
    unread = many;
    for (const notify of wishes) notify();
  },
  subscribe: (notify: () => void): (() => void) => {
    wishes.add(notify);
    return () => void wishes.delete(notify);
  },
};

const wishes = new Set<() => void>();
let unread = 0;

/** How many notices are unread, for whatever shows it. Browser only. */
export const unreadStore = {
  get: (): number => unread,
  set: (many: number): void => {
    if (many === unread) return;
    unread = many;
    for (const tell of wishes) tell();
  },
  subscribe: (tell: () => void): (() => void) => {
    wishes.add(tell);
    return () => void wishes.delete(tell);
  },
};

export type ToastTone = "ok" | "bad" | "info";
export type Toast = {
  text: string;
  tone: ToastTone;
  action?: { label: string; onAction: () => void };
};

type Taker = (toast: Toast) => void;

/** Holds toasts until the component that shows them has loaded, and requests its loading. */
export const toastQueue = () => {
  const waiting: Toast[] = [];
  const wishes = new Set<() => void>();
  let taker: Taker | null = null;
  let wanted = false;
  return {
    add: (toast: Toast) => {
      if (taker) return taker(toast);
      waiting.push(toast);
      wanted = true;
      for (const notify of wishes) notify();
    },
    wanted: () => wanted,
    subscribe: (notify: () => void) => {
      wishes.add(notify);
      return () => void wishes.delete(notify);
    },
    /** From now on every toast goes here; those that waited first. Returns how to stop. */
    take: (next: Taker) => {
      taker = next;
      for (const toast of waiting.splice(0)) next(toast);
      return () => {
        if (taker === next) taker = null;
      };
    },
  };
};

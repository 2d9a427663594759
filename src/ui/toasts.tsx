import { Suspense, useSyncExternalStore } from "react";
import { latePart } from "./late-part.ts";
import { type Toast, toastQueue } from "./toast-queue.ts";

const queue = toastQueue();
const ToastShelf = latePart(() => import("./toast-shelf.tsx"));

/** Says something at the bottom right for 5000 ms; what is `bad` stays until it is closed. Browser only. */
export const toast = (text: string, more: Partial<Omit<Toast, "text">> = {}): void =>
  queue.add({ tone: "ok", ...more, text });

/** The place of the toasts, once in the application. What shows them is loaded with the first one. */
export const Toasts = () => {
  const wanted = useSyncExternalStore(queue.subscribe, queue.wanted, () => false);
  return wanted ? (
    <Suspense fallback={null}>
      <ToastShelf take={queue.take} />
    </Suspense>
  ) : null;
};

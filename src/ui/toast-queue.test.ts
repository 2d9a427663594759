import { expect, test } from "vitest";
import { type Toast, toastQueue } from "./toast-queue.ts";

const okToast = (text: string): Toast => ({ text, tone: "ok" });

test("toasts wait for the part that shows them, in order, and each is shown once", () => {
  const queue = toastQueue();
  const shown: string[] = [];
  let notified = 0;
  const stopListening = queue.subscribe(() => {
    notified += 1;
  });
  expect(queue.wanted()).toBe(false);
  queue.add(okToast("one"));
  queue.add(okToast("two"));
  expect([queue.wanted(), notified, shown]).toEqual([true, 2, []]);

  const stop = queue.take((toast) => void shown.push(toast.text));
  queue.add(okToast("three"));
  expect(shown).toEqual(["one", "two", "three"]);

  stop();
  queue.add(okToast("four"));
  queue.take((toast) => void shown.push(toast.text));
  expect(shown).toEqual(["one", "two", "three", "four"]);
  stopListening();
});

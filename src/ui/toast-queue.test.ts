import { expect, test } from "vitest";
import { type Toast, toastQueue } from "./toast-queue.ts";

const said = (text: string): Toast => ({ text, tone: "ok" });

test("toasts wait for the part that shows them, in order, and each is shown once", () => {
  const queue = toastQueue();
  const shown: string[] = [];
  let told = 0;
  const stopListening = queue.subscribe(() => {
    told += 1;
  });
  expect(queue.wanted()).toBe(false);
  queue.add(said("one"));
  queue.add(said("two"));
  expect([queue.wanted(), told, shown]).toEqual([true, 2, []]);

  const stop = queue.take((toast) => void shown.push(toast.text));
  queue.add(said("three"));
  expect(shown).toEqual(["one", "two", "three"]);

  stop();
  queue.add(said("four"));
  queue.take((toast) => void shown.push(toast.text));
  expect(shown).toEqual(["one", "two", "three", "four"]);
  stopListening();
});

import type { Release } from "./admission.ts";

/** Bounds what may run for long, such as uploads. Null: all places are taken. */
export function openCounter(most: number): () => Release | null {
  let running = 0;
  return () => {
    if (running >= most) return null;
    running += 1;
    return () => {
      running -= 1;
    };
  };
}

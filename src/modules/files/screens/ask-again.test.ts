import { expect, test } from "vitest";
import { askAgain } from "./ask-again.ts";

test("asks with growing waits while somebody looks, and stops", () => {
  const waits: number[] = [];
  let due: (() => void) | null = null;
  let asked = 0;
  let seen = true;
  const stop = askAgain({
    ask: () => {
      asked += 1;
    },
    later: (ms, run) => {
      waits.push(ms);
      due = run;
      return () => {
        due = null;
      };
    },
    isSeen: () => seen,
  });
  const pass = (times: number) => {
    for (let n = 0; n < times; n += 1) due?.();
  };
  pass(3);
  expect([asked, waits]).toEqual([3, [2_000, 3_000, 4_500, 6_750]]);
  seen = false;
  pass(5);
  expect([asked, waits.at(-1)]).toEqual([3, 6_750]);
  seen = true;
  pass(10);
  expect([asked, waits.at(-1)]).toEqual([13, 30_000]);
  stop();
  expect(due).toBeNull();
  pass(1);
  expect(asked).toBe(13);
});

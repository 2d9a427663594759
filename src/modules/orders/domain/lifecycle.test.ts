import { describe, expect, test } from "vitest";
import { guardLabels } from "./guard-names.ts";
import { guards } from "./guards.ts";
import { lifeTimers } from "./life-timers.ts";
import { actions, leadsTo, lifecycle, stepsFrom } from "./lifecycle.ts";
import { orderStatuses, type Stage, stages } from "./states.ts";

const reachableFrom = (start: Stage): Set<Stage> => {
  const seen = new Set<Stage>([start]);
  const todo: Stage[] = [start];
  for (let here = todo.pop(); here; here = todo.pop()) {
    for (const row of stepsFrom(here)) {
      const there = leadsTo(row, here);
      if (!seen.has(there)) todo.push(there);
      seen.add(there);
    }
  }
  return seen;
};

describe("the lifecycle table", () => {
  test("names only known states, and every action has a row", () => {
    for (const row of lifecycle) {
      expect(row.from.length, row.action).toBeGreaterThan(0);
      for (const from of row.from) expect(stages).toContain(from);
      expect([...orderStatuses, "same"]).toContain(row.to);
    }
    expect(new Set(lifecycle.map(({ action }) => action))).toEqual(new Set(actions));
  });

  test("an action has at most one row in a state", () => {
    const keys = lifecycle.flatMap((row) => row.from.map((from) => `${row.action} from ${from}`));
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });

  test("every state is reached from a new order", () => {
    expect(reachableFrom("new")).toEqual(new Set(stages));
  });

  test("exactly the named states are final, and every other state can come to an end", () => {
    const left = orderStatuses.filter((status) => stepsFrom(status).every((row) => leadsTo(row, status) === status));
    expect(left).toEqual(["cancelled", "refunded"]);
    for (const status of orderStatuses) {
      const ends = [...reachableFrom(status)].some((one) => left.some((final) => final === one) || one === "completed");
      expect(ends, status).toBe(true);
    }
  });

  test("every guard is used and every state that can wait for ever has a timer", () => {
    expect(new Set(lifecycle.flatMap((row) => row.guards))).toEqual(new Set(Object.keys(guardLabels)));
    expect(Object.keys(guards).sort()).toEqual(Object.keys(guardLabels).sort());
    const timed = new Set(lifeTimers.flatMap((timer) => timer.while));
    expect(orderStatuses.filter((status) => !timed.has(status))).toEqual(["cancelled", "refunded"]);
  });

  test("a timer's step is the system's, in each state where the timer runs", () => {
    for (const timer of lifeTimers) {
      if (!("action" in timer.does)) continue;
      const { action } = timer.does;
      for (const state of timer.while) {
        const row = stepsFrom(state).find((one) => one.action === action);
        expect(row?.actors, `${timer.kind} in ${state}`).toContain("S");
      }
    }
  });
});

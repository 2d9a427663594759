import { expect, test } from "vitest";
import { afterCall, afterEvent, type Call, calls, events, isFinal, type State, states } from "./upload-task.ts";

/** The specification's sentence, one line each: pause, resume and cancel answer false everywhere else. */
const allowed: readonly (readonly [State, Call, State])[] = [
  ["running", "pause", "pausing"],
  ["paused", "resume", "running"],
  ["pausing", "resume", "running"],
  ["running", "cancel", "canceling"],
  ["pausing", "cancel", "canceling"],
];

test.each(states.flatMap((state) => calls.map((call) => [state, call] as const)))("%s, %s", (state, call) => {
  const next = allowed.find(([from, which]) => from === state && which === call)?.[2];
  expect(afterCall[state][call]).toBe(next);
});

test.each(states)("nothing is asked or reported after a final state: %s", (state) => {
  const moves = [...calls.map((call) => afterCall[state][call]), ...events.map((event) => afterEvent[state][event])];
  expect(moves.every((next) => next === undefined)).toBe(isFinal(state));
});

test("every state but the first is reached from another one", () => {
  const reached = states.flatMap((state) => [...Object.values(afterCall[state]), ...Object.values(afterEvent[state])]);
  expect(states.filter((state) => !reached.includes(state))).toEqual([]);
});

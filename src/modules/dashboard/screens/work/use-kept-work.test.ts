import { expect, test } from "vitest";
import { forgetKept, type Keeper, keepFields, readKept } from "./use-kept-work.ts";

const memory = (): Keeper & { all: Map<string, string> } => {
  const all = new Map<string, string>();
  return {
    all,
    getItem: (name) => all.get(name) ?? null,
    setItem: (name, value) => void all.set(name, value),
    removeItem: (name) => void all.delete(name),
  };
};
const closed = (): never => {
  throw new Error("closed");
};
const full: Keeper = { getItem: closed, setItem: closed, removeItem: closed };
const kept = { fields: { text: "Line one\nline two", questions: "Why?" }, next: 2, at: 5 };

test("what is filled in is kept for its order and version until it is forgotten", () => {
  const keeper = memory();
  expect(keepFields(keeper, "a", kept)).toBe(true);
  expect(readKept(keeper, "a", 2)).toEqual(kept);
  expect(readKept(keeper, "a", 3)).toBeNull();
  expect(readKept(keeper, "b", 2)).toBeNull();
  forgetKept(keeper, "a");
  expect(keeper.all.size).toBe(0);
});

test("a full, closed or foreign store is reported or skipped, never thrown", () => {
  expect(keepFields(full, "a", kept)).toBe(false);
  expect(readKept(full, "a", 2)).toBeNull();
  forgetKept(full, "a");
  const keeper = memory();
  for (const foreign of ["{", "[]", "1", '{"text":"x","at":2}', '{"fields":{"text":1},"next":2,"at":2}']) {
    keeper.all.set("paperwright.work.a", foreign);
    expect(readKept(keeper, "a", 2)).toBeNull();
  }
});

import { expect, test } from "vitest";
import { forgetText, type Keeper, keepText, readKept } from "./kept-store.ts";

const memory = (): Keeper & { all: Map<string, string> } => {
  const all = new Map<string, string>();
  return {
    all,
    getItem: (name) => all.get(name) ?? null,
    setItem: (name, value) => void all.set(name, value),
    removeItem: (name) => void all.delete(name),
  };
};
const full: Keeper = {
  getItem: () => {
    throw new Error("closed");
  },
  setItem: () => {
    throw new Error("full");
  },
  removeItem: () => undefined,
};

test("a text is kept for its own order until it is forgotten", () => {
  const keeper = memory();
  expect(keepText(keeper, "a", { text: "Line one\nline two", at: 5 })).toBe(true);
  expect(readKept(keeper, "a")).toEqual({ text: "Line one\nline two", at: 5 });
  expect(readKept(keeper, "b")).toBeNull();
  forgetText(keeper, "a");
  expect(keeper.all.size).toBe(0);
});

test("an empty text is nothing to keep", () => {
  const keeper = memory();
  keepText(keeper, "a", { text: "something", at: 1 });
  keepText(keeper, "a", { text: " \n", at: 2 });
  expect(readKept(keeper, "a")).toBeNull();
});

test("a full, closed or foreign store is said or passed over, never thrown", () => {
  expect(keepText(full, "a", { text: "x", at: 1 })).toBe(false);
  expect(readKept(full, "a")).toBeNull();
  const keeper = memory();
  for (const foreign of ["{", "[]", "1", '{"text":1,"at":2}', '{"text":"x"}']) {
    keeper.all.set("paperwright.work.a", foreign);
    expect(readKept(keeper, "a")).toBeNull();
  }
});

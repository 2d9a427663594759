import { describe, expect, test } from "vitest";
import { keyFor, seal, unseal } from "./secret.ts";

const key = keyFor("a secret of at least thirty-two letters", "test");

describe("sealed texts", () => {
  test("open with the same key and owner, and never look alike", () => {
    const one = seal(key, "paper boat", "row-1");
    expect(unseal(key, one, "row-1")).toBe("paper boat");
    expect(one).not.toContain("paper");
    expect(seal(key, "paper boat", "row-1")).not.toBe(one);
  });

  test("stay shut for another row, another key, or one changed character", () => {
    const one = seal(key, "paper boat", "row-1");
    const other = one.at(-2) === "A" ? "B" : "A";
    const purposes = [
      unseal(key, one, "row-2"),
      unseal(keyFor("another secret of thirty-two letters", "test"), one, "row-1"),
      unseal(key, `${one.slice(0, -2)}${other}${one.at(-1)}`, "row-1"),
      unseal(key, "", "row-1"),
      unseal(key, "v1.x", "row-1"),
    ];
    expect(purposes).toEqual([null, null, null, null, null]);
  });
});

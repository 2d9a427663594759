import { expect, test } from "vitest";
import { isId } from "#src/shared/id.ts";
import { newId } from "./ids.ts";

test("ids of one millisecond are different, and sort in the order in which they were made", () => {
  for (let round = 0; round < 4; round++) {
    const ids = Array.from({ length: 2_048 }, () => newId(1_700_000_000_000 + round));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(ids);
  }
});

test("an id is a UUID of version 7, and begins with its moment", () => {
  const id = newId(Date.UTC(2026, 2, 10));
  expect([isId(id), id[14]]).toEqual([true, "7"]);
  expect("89ab").toContain(id[19]);
  expect(Number.parseInt(id.replace("-", "").slice(0, 12), 16)).toBe(Date.UTC(2026, 2, 10));
});

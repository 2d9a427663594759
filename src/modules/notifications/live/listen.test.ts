import { expect, test } from "vitest";
import { newSince } from "./listen.ts";

test("a toast is for what is unread and later than what the page knew", () => {
  const one = (id: string, at: string, read = false) => ({ id, title: id, path: "/", at, read });
  const said = { unread: 2, answers: 0, notices: [one("c", "3"), one("b", "2", true), one("a", "1")] };
  expect(newSince(said, "1", "/elsewhere").map(({ id }) => id)).toEqual(["c"]);
  expect(newSince(said, "", "/elsewhere").map(({ id }) => id)).toEqual(["c", "a"]);
  expect(newSince(said, "3", "/elsewhere")).toEqual([]);
  expect(newSince(said, "", "/")).toEqual([]);
});

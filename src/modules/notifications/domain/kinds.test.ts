import { describe, expect, test } from "vitest";
import { isWanted, type NoticeKind, noticeKinds, noticesFor } from "./kinds.ts";

const all = Object.keys(noticeKinds) as NoticeKind[];

describe("kinds of notices", () => {
  test("a receipt comes whatever was chosen; every other kind can be off", () => {
    expect(all.filter((kind) => isWanted(kind, all))).toEqual(["order.paid"]);
    expect(all.filter((kind) => !isWanted(kind, []))).toEqual([]);
    expect(all.filter((kind) => !isWanted(kind, ["order.cancelled", "unknown.kind"]))).toEqual(["order.cancelled"]);
  });

  test.each([
    [1, ["client"]],
    [2, ["client", "writer"]],
    [3, ["client"]],
  ] as const)("role %i sees the kinds for %j", (role, to) => {
    expect([...new Set(noticesFor(role).map((line) => line.to))]).toEqual(to);
  });

  test("each kind has words for a person, and a name that an account can keep", () => {
    for (const kind of all) {
      expect(kind).toMatch(/^[a-z][a-z-]*\.[a-z-]{1,40}$/);
      expect(noticeKinds[kind].label).not.toMatch(/[.!]$/);
      expect(noticeKinds[kind].note).toMatch(/\.$/);
    }
  });
});

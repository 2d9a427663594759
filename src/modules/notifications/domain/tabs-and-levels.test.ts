import { describe, expect, test } from "vitest";
import { noticeGroups } from "./groups.ts";
import { type NoticeKind, noticeKinds, noticesFor } from "./kinds.ts";
import { kindsAt, levelOf, levelsOf, noticeLevels } from "./tabs-and-levels.ts";

const all = Object.keys(noticeKinds) as NoticeKind[];

describe("levels of a group", () => {
  test("a level turns exactly its kinds on, and is what the choice amounts to; a mix is nobody's level", () => {
    const lines = noticesFor({ role: 1 }).filter(({ group }) => group === "progress");
    for (const level of noticeLevels) {
      const wanted = kindsAt(level, lines);
      const off = lines.map(({ kind }) => kind).filter((kind) => !wanted.includes(kind));
      expect(levelOf(lines, off), level).toBe(level);
    }
    expect(levelOf(lines, ["order.draft"])).toBeNull();
    expect(levelOf(lines, ["order.cancelled", "order.draft"])).toBeNull();
  });

  test("where nothing or everything is important, there are two levels", () => {
    const of = (wanted: string) =>
      all.map((kind) => ({ kind, ...noticeKinds[kind] })).filter((line) => line.group === wanted);
    expect(levelsOf(of("support"))).toEqual(["all", "none"]);
    expect(levelsOf(of("troubles"))).toEqual(["all", "none"]);
    expect(levelsOf(of("turn"))).toEqual(["all", "important", "none"]);
  });

  test("every group has kinds of one reader", () => {
    for (const group of Object.keys(noticeGroups)) {
      const readers = new Set(
        all.filter((kind) => noticeKinds[kind].group === group).map((kind) => noticeKinds[kind].to),
      );
      expect(readers.size, group).toBe(1);
    }
  });
});

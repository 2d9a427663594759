import type { NoticeKind, NoticeLine } from "./kinds.ts";

export const noticeLevels = ["all", "important", "none"] as const;
export type NoticeLevel = (typeof noticeLevels)[number];

type Grouped = Pick<NoticeLine, "kind" | "important">;

/** The kinds of a group that a level brings. */
export const kindsAt = (level: NoticeLevel, lines: readonly Grouped[]): readonly NoticeKind[] =>
  lines.filter(({ important }) => level === "all" || (level === "important" && important)).map(({ kind }) => kind);

/** The levels that say something of their own in a group: with important kinds alone or none of them, two are enough. */
export const levelsOf = (lines: readonly Grouped[]): readonly NoticeLevel[] => {
  const important = kindsAt("important", lines).length;
  return noticeLevels.filter((level) => level !== "important" || (important > 0 && important < lines.length));
};

/** The level that a choice amounts to; null for one of a person's own. */
export const levelOf = (lines: readonly Grouped[], off: readonly string[]): NoticeLevel | null => {
  const wanted = lines.filter(({ kind }) => !off.includes(kind)).length;
  const same = (level: NoticeLevel) => {
    const kinds = kindsAt(level, lines);
    return kinds.length === wanted && kinds.every((kind) => !off.includes(kind));
  };
  return levelsOf(lines).find(same) ?? null;
};

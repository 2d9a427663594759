import type { NoticeGroup } from "./groups.ts";
import { type NoticeKind, type NoticeLine, noticeKinds } from "./kinds.ts";

/** The views of an admin's notices. */
export const noticeTabLabels = {
  all: "All",
  unread: "Unread",
  orders: "Orders",
  money: "Money",
  chats: "Chats",
  people: "People",
  system: "System",
} as const;
export type NoticeTab = keyof typeof noticeTabLabels;
export const noticeTabs = Object.keys(noticeTabLabels) as readonly NoticeTab[];

const tabOfGroup: Readonly<Partial<Record<NoticeGroup, NoticeTab>>> = {
  orders: "orders",
  troubles: "money",
  chats: "chats",
  people: "people",
  programs: "system",
};

const isKind = (kind: string): kind is NoticeKind => Object.hasOwn(noticeKinds, kind);

/** Where a notice of this kind stands besides "All"; null: nowhere, as a client's. */
export const tabOf = (kind: string): NoticeTab | null =>
  isKind(kind) ? (tabOfGroup[noticeKinds[kind].group] ?? null) : null;

/** The kinds that a tab shows; null: all of them. */
export const kindsIn = (tab: NoticeTab): readonly string[] | null =>
  tab === "all" || tab === "unread" ? null : Object.keys(noticeKinds).filter((kind) => tabOf(kind) === tab);

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

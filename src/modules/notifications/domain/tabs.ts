import type { NoticeGroup } from "./groups.ts";
import { type NoticeKind, noticeKinds } from "./kinds.ts";

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

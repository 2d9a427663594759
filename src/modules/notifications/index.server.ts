export { listMailbox, readMailbox } from "./queries/mailbox.ts";
export { noticeReactions } from "./reactions.ts";
export type { NoticeOrder, NoticePerson, NoticeSources } from "./sources.ts";

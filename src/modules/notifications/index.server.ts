export { listMailbox, readMailbox } from "./queries/mailbox.ts";
export { noticeReactions } from "./reactions.ts";
export type { NoticeSources } from "./sources.ts";

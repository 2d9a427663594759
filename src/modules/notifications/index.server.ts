export { chatDigestReaction, chatDigestTimer } from "./chat-digest.ts";
export { readNotices } from "./commands/read-notices.ts";
export { noticeData } from "./personal-data.ts";
export { listMailbox, readMailbox } from "./queries/mailbox.ts";
export { type MyNotices, myNotices, type ShownNotice } from "./queries/my-notices.ts";
export { noticeReactions } from "./reactions.ts";
export type { NoticeSources } from "./sources.ts";
export { sweepNotices } from "./sweep.ts";
export { noticeTopics } from "./topics.ts";

export { adminChatTimer } from "./admin/admin-chat.ts";
export {
  dropNoticesAbout,
  dropNoticesWithoutAccount,
  forgetNoticesOf,
  readNotices,
  sweepNotices,
} from "./commands/read-and-drop-notices.ts";
export { noticeEventHandlers } from "./event-handlers.ts";
export { noticesHandlers } from "./http.ts";
export { type MailTrouble, mailTrouble, type WaitingMail, waitingMails } from "./mails/failed-mails.ts";
export { giveUpMail } from "./mails/mail-steps.ts";
export { noticeData } from "./personal-data.ts";
export { listMailbox, readMailbox } from "./queries/mailbox.ts";
export { myNotices } from "./queries/my-notices.ts";
export { noticeTopics } from "./writing/add-notice.ts";
export { chatDigestHandler, digestTimers, threadDigestHandler } from "./writing/digests.ts";
export type { NoticeSources } from "./writing/sources.ts";

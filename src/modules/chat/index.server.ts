export { answerEnquiry } from "./commands/answer-enquiry.ts";
export { appealRequest, appealTimer, myAppeal } from "./commands/appeal.ts";
export { askEnquiry } from "./commands/ask-enquiry.ts";
export {
  beforeWriting,
  heldMessageTimer,
  holdMessages,
  undoHeldMessages,
} from "./commands/held-messages.ts";
export { rateChat } from "./commands/rate-chat.ts";
export { addNote, assignChat, closeChat, reopenChat } from "./commands/run-chat.ts";
export { removeReply, restoreReply, saveReply } from "./commands/saved-replies.ts";
export { sendMessage } from "./commands/send-message.ts";
export { sendTranscript } from "./commands/send-transcript.ts";
export { sweepChats } from "./commands/sweep.ts";
export { removeDemoChats, seedDemoChats, seedLargeDemoChats } from "./demo.ts";
export { canAnswerChats } from "./domain/policy.ts";
export { chatEventHandlers } from "./event-handlers.ts";
export { chatFilePolicy, threadFilePolicy } from "./file-policies.ts";
export { chatHandlers, threadHandlers } from "./http.ts";
export { chatForAdmin, countUnreadAnswers, unreadAnswers } from "./inbox/digest.ts";
export { chatTopics, inboxTopic } from "./messages/topics.ts";
export { chatPageValues } from "./page-values.ts";
export { chatData } from "./personal-data.ts";
export { chatSidebar } from "./queries/chat-sidebar.ts";
export { type Enquiry, readEnquiry } from "./queries/enquiries.ts";
export { readInbox } from "./queries/inbox.ts";
export { type InboxCounts, inboxCounts, waitsOf } from "./queries/inbox-counts.ts";
export { type KeptLine, supportToKeep, threadsToKeep } from "./queries/lines-to-keep.ts";
export { type MyRating, myRating, type RatingFigures, ratingFigures } from "./queries/ratings.ts";
export { readChat } from "./queries/read-chat.ts";
export { repliesByWeek } from "./queries/replies-by-week.ts";
export { type SavedReply, savedReplyList } from "./queries/saved-replies.ts";
export { chatSetting, enquirySetting, serviceSetting, threadSetting } from "./settings.ts";
export { stepsInThread } from "./threads/follow-order.ts";
export { messageSecretUses, revealHidden } from "./threads/hidden-details.ts";
export { orderThread } from "./threads/order-thread.server.ts";
export { sendToThread } from "./threads/send-to-thread.ts";
export { unreadByOrder, unreadInThread } from "./threads/unread.ts";

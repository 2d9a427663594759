export { appealRequest, appealTimer, myAppeal } from "./commands/appeal.ts";
export { sendMessage } from "./commands/chat-messages.ts";
export { answerEnquiry, askEnquiry } from "./commands/enquiries.ts";
export {
  beforeWriting,
  heldMessageTimer,
  holdMessages,
  undoHeldMessages,
} from "./commands/held-messages.ts";
export { rateChat } from "./commands/rate-chat.ts";
export { addNote, assignChat, closeChat, reopenChat } from "./commands/run-chat.ts";
export { removeReply, restoreReply, saveReply } from "./commands/saved-replies.ts";
export { sendTranscript } from "./commands/send-transcript.ts";
export { sweepChats } from "./commands/sweep.ts";
export { removeDemoChats, seedDemoChats, seedLargeDemoChats } from "./demo.ts";
export { canAnswerChats } from "./domain/policy.ts";
export { chatEventHandlers, chatFilePolicy, threadFilePolicy } from "./event-handlers.ts";
export { chatHandlers, threadHandlers } from "./http.ts";
export { chatTopics, inboxTopic } from "./messages/topics.ts";
export { chatData } from "./personal-data.ts";
export { chatSidebar, type SavedReply, savedReplyList } from "./queries/chat-sidebar.ts";
export { type Enquiry, readEnquiry, readInbox } from "./queries/inbox.ts";
export { type KeptLine, supportToKeep, threadsToKeep } from "./queries/lines-to-keep.ts";
export { readChat } from "./queries/read-chat.ts";
export {
  type MyRating,
  myRating,
  type RatingFigures,
  ratingFigures,
  repliesByWeek,
} from "./queries/service-figures.ts";
export {
  chatForAdmin,
  countUnreadAnswers,
  type InboxCounts,
  inboxCounts,
  unreadAnswers,
  waitsOf,
} from "./queries/waiting.ts";
export { chatPageValues, chatSetting, enquirySetting, serviceSetting, threadSetting } from "./settings.ts";
export { stepsInThread } from "./threads/follow-order.ts";
export { messageSecretUses, revealHidden } from "./threads/hidden-details.ts";
export { orderThread } from "./threads/order-thread.server.ts";
export { unreadByOrder, unreadInThread } from "./threads/read-thread.ts";
export { sendToThread } from "./threads/send-to-thread.ts";

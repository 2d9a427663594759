export {
  failedToSend,
  longestMessage,
  notInitialized,
  refuseMessage,
  tidyMessage,
  whatsappText,
} from "./domain/message.ts";
export { fillReply } from "./domain/saved-reply.ts";
export { type Side, senderWord } from "./domain/who.ts";

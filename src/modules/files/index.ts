export { endingOf, storedChatName } from "./domain/names.ts";

export { endingOf, fileIdOf, storedChatName } from "./domain/names.ts";

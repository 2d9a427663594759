export { endingOf, storedChatName } from "./domain/names.ts";
export { sizeWords } from "./domain/sizes.ts";

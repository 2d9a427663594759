export { endingOf, storableName, storedChatName } from "./domain/names.ts";
export { sizeLabel } from "./domain/sizes.ts";
export * from "./domain/words.ts";

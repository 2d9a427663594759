export { endingOf, storableName, storedChatName } from "./domain/names.ts";
export { sizeLabel } from "./domain/sizes.ts";
export * from "./domain/text-facts.ts";
export { digestOf } from "./domain/text-facts.ts";

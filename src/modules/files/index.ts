export { sizeLabel } from "./domain/kinds-and-sizes.ts";
export { endingOf, storableName, storedChatName } from "./domain/names.ts";
export * from "./domain/text-facts.ts";
export { digestOf } from "./domain/text-facts.ts";

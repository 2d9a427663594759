export {
  endingOf,
  fileAddress,
  fileIdOf,
  refuseName,
  storedChatName,
  thumbAddress,
  tidyName,
} from "./domain/names.ts";
export { type CleanState, type FileState, type Place, places } from "./domain/places.ts";
export { limitWords, sizeWords } from "./domain/sizes.ts";

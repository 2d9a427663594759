export { heldMs } from "./domain/message.ts";
export { canAnswerChats } from "./domain/policy.ts";
export { cityOfZone, waitLabel } from "./inbox/labels.ts";

export { canAnswerChats } from "./domain/policy.ts";
export { cityOfZone, waitLabel } from "./inbox/labels.ts";

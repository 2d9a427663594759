export { canAnswerChats } from "./domain/policy.ts";
export { waitLabel } from "./inbox/labels.ts";

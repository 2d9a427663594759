export { canAnswerChats } from "./domain/policy.ts";

export { checksAnHour } from "./check-quota.ts";
export { checkFile, checkText } from "./check-text.ts";
export { checkerWork } from "./checker-work.ts";
export { checkHandlers } from "./http.ts";
export { checkerPort } from "./ports.ts";

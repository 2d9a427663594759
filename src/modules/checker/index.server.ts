export { checkerWork } from "./checker-work.ts";
export { checksAnHour } from "./checking/check-quota.ts";
export { checkFile, checkText } from "./checking/check-text.ts";
export { checkDto, checkRequest } from "./dto.ts";
export { checkHandlers } from "./http.ts";
export { eraseChecks, keepCheck } from "./kept/keep-check.ts";
export { keptCheck, keptList } from "./kept/kept-checks.ts";
export { checkData } from "./kept/personal-data.ts";
export { checkerPort } from "./ports.ts";

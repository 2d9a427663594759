export { checkerWork } from "./checker-work.ts";
export { checkFile, checksAnHour, checkText } from "./checking/check-text.ts";
export { checkDto, checkHandlers, checkRequest } from "./http.ts";
export { checkSecretUses, eraseChecks, keepCheck, keptCheck, keptList } from "./kept/kept-checks.ts";
export { checkData } from "./kept/personal-data.ts";
export { checkerPort } from "./ports.ts";
export { exampleSoon } from "./screens/example.server.ts";

export { demoPassword } from "./domain/demo-accounts.ts";
export { lengthRule, type PasswordHint, passwordHint } from "./domain/password.ts";
export { roleLabels } from "./domain/person-fields.ts";
export {
  canBeSealed,
  canSeePeople,
  capabilityLabels,
  endImpersonationPath,
  impersonationMinutes,
  isOwner,
  untilLabel,
} from "./domain/policy.ts";
export {
  messageOfTrouble,
  type Provider,
  providerName,
  providers,
} from "./domain/providers.ts";
export { sealPath } from "./mails/protection.ts";
export { channelLabels, channels } from "./protection/channels.ts";

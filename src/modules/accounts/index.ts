export { demoAccounts, demoPassword } from "./domain/demo-accounts.ts";
export { capabilityWords } from "./domain/office.ts";
export { type PasswordHint, passwordHint } from "./domain/password.ts";
export { roleWord } from "./domain/person-fields.ts";

export { demoAccounts, demoPassword } from "./domain/demo-accounts.ts";
export { type OwnWords, type PasswordHint, passwordHint, passwordProblem } from "./domain/password.ts";
export { firstName, nameProblem, roleWord, tidyEmail, tidyName } from "./domain/person-fields.ts";

import { isCountry } from "#src/shared/countries.ts";
import type { FieldError } from "#src/shared/outcome.ts";
import { accountError } from "./account-error.ts";
import { bareAccount, isIban } from "./bank-account.ts";

/** Where a writer's money goes: one shape for the banks of every country. */
export type PayoutMethod = {
  legalName: string;
  /** ISO 3166-1, where the person lives. */
  country: string;
  /** IBAN, or an account number as the bank writes it. */
  account: string;
  /** BIC, sort code, routing number, branch: what the bank's country uses. An IBAN names its bank itself. */
  bankCode: string;
  bankName: string;
};

/** The wrong fields of a method, in words; none when money can be sent there. */
export const methodErrors = ({ legalName, country, account, bankCode }: PayoutMethod): readonly FieldError[] => {
  const errors: FieldError[] = [];
  const wrong = (path: keyof PayoutMethod, message: string) => void errors.push({ path, message });
  if (legalName.length < 2) wrong("legalName", "Write the name on the account, as your bank has it.");
  if (!isCountry(country)) wrong("country", "Choose the country you live in.");
  const mistake = accountError(account);
  if (mistake) wrong("account", mistake);
  if (bankCode === "" && !isIban(account))
    wrong("bankCode", "Write the bank code: BIC, routing number or sort code. Only an IBAN needs none.");
  else if (bankCode !== "" && !/^[A-Za-z0-9][A-Za-z0-9 /-]{2,29}$/.test(bankCode))
    wrong("bankCode", "A bank code has 3 to 30 letters and digits.");
  return errors;
};

/** As it is stored: an account without spaces, so that the same one is the same text. */
export const plainMethod = (method: PayoutMethod): PayoutMethod => ({
  ...method,
  account: bareAccount(method.account),
});

/** What screens show of an account: its last four characters. */
export const endingOf = (account: string): string => bareAccount(account).slice(-4);

/** "PL•• •••• 4417" for an IBAN, "•••• 4417" for others. */
export const maskedAccount = (account: string): string =>
  `${isIban(account) ? `${bareAccount(account).slice(0, 2)}•• ` : ""}•••• ${endingOf(account)}`;

export const methodKind = (account: string): string => (isIban(account) ? "Bank account, IBAN" : "Bank account");

import { countrySpecs, ValidationErrorsIBAN, validateIBAN } from "ibantools";

const countries = new Intl.DisplayNames("en", { type: "region" });

/** What is wrong with an IBAN (ISO 13616: length, structure and check digits of its country); null when nothing is. */
function ibanError(account: string): string | null {
  const { valid, errorCodes } = validateIBAN(account);
  if (valid) return null;
  const country = account.slice(0, 2);
  if (errorCodes.includes(ValidationErrorsIBAN.NoIBANCountry))
    return `No IBAN begins with ${country}. Check it against your bank card.`;
  const length = countrySpecs[country]?.chars;
  if (errorCodes.includes(ValidationErrorsIBAN.WrongBBANLength) && length)
    return `An IBAN of ${countries.of(country)} has ${length} letters and digits, this one has ${account.length}. Check it against your bank card.`;
  return "This IBAN has a typing mistake. Check it against your bank card.";
}

/** What is wrong with an IBAN or an account number, as a sentence; null when nothing is. */
export function accountError(text: string): string | null {
  const account = bareAccount(text);
  if (account === "") return "Write the IBAN, or the account number.";
  if (!/^[A-Z0-9]{4,34}$/.test(account)) return "Use 4 to 34 letters and digits.";
  return /^[A-Z]{2}\d{2}/.test(account) || account.startsWith("IBAN") ? ibanError(account) : null;
}

const ibanShape = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

/** An account without spaces, hyphens and a leading word "IBAN", in capitals. */
export const bareAccount = (text: string): string =>
  text
    .replaceAll(/[\s-]/g, "")
    .toUpperCase()
    .replace(/^IBAN:?(?=[A-Z]{2}\d)/, "");

/** Whether an account is written as an IBAN is; `accountError` says whether it is one. */
export const isIban = (text: string): boolean => ibanShape.test(bareAccount(text));

/** An account number in groups of four, as banks print it. */
export const grouped = (text: string): string =>
  isIban(text) ? (bareAccount(text).match(/.{1,4}/g) ?? []).join(" ") : text;

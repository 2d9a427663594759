import { countrySpecs, ValidationErrorsIBAN, validateIBAN } from "ibantools";
import { isCountry } from "#src/shared/countries.ts";
import type { FieldError } from "#src/shared/outcome.ts";

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

/** The ways a writer can be paid. */
export const payoutKinds = ["bank", "paypal", "wise", "other"] as const;
export type PayoutKind = (typeof payoutKinds)[number];

export const payoutKindLabels: Readonly<Record<PayoutKind, string>> = {
  bank: "Bank account",
  paypal: "PayPal",
  wise: "Wise",
  other: "Another service",
};

/** An account by what its row keeps: "bank account ending in 4417", "PayPal, d•••@example.org". */
export const accountText = (ending: string): string => {
  if (ending === "") return "removed account";
  return ending.length <= 4 ? `bank account ending in ${ending}` : ending;
};

/** How money gets to an account, by what its row keeps of it (`endingOf`). */
export const methodInEnding = (ending: string): PayoutKind => {
  if (ending.length <= 4) return "bank";
  return payoutKinds.find((kind) => ending.startsWith(`${payoutKindLabels[kind]},`)) ?? "other";
};

/** Where a writer's money goes: one shape for the banks of every country, and for other ways to be paid. */
export type PayoutMethod = {
  kind: PayoutKind;
  legalName: string;
  /** ISO 3166-1, where the person lives. */
  country: string;
  /** IBAN, or an account number as the bank writes it; elsewhere the e-mail or name of the account. */
  account: string;
  /** BIC, sort code, routing number, branch: what the bank's country uses. An IBAN names its bank itself. */
  bankCode: string;
  bankName: string;
  /** ISO 4217, of the account; payouts are in US dollars. */
  currency: string;
  /** For who sends the money; with another way: which one it is. */
  note: string;
};

const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

/** What is wrong with the account of this way to be paid, as a sentence; null when nothing is. */
const accountMistake = ({ kind, account }: PayoutMethod): string | null => {
  if (kind === "bank") return accountError(account);
  if (kind === "paypal") return isEmail(account) ? null : "Write the e-mail address of your PayPal account.";
  if (account.length >= 3) return null;
  return kind === "wise"
    ? "Write the e-mail or Wisetag of your Wise account."
    : "Write the name or number of the account.";
};

const bankCodeMistake = ({ account, bankCode }: PayoutMethod): string | null => {
  if (bankCode === "")
    return isIban(account) ? null : "Write the bank code: BIC, routing number or sort code. Only an IBAN needs none.";
  return /^[A-Za-z0-9][A-Za-z0-9 /-]{2,29}$/.test(bankCode) ? null : "A bank code has 3 to 30 letters and digits.";
};

/** The wrong fields of a method, in words; none when money can be sent there. */
export const methodErrors = (method: PayoutMethod): readonly FieldError[] => {
  const { kind, legalName, country, currency, note } = method;
  const mistakes: readonly (readonly [keyof PayoutMethod, string | null | false])[] = [
    ["legalName", legalName.length < 2 && "Write the name on the account, as it is at your bank or service."],
    ["country", !isCountry(country) && "Choose the country you live in."],
    ["account", accountMistake(method)],
    ["bankCode", kind === "bank" && bankCodeMistake(method)],
    [
      "currency",
      !Intl.supportedValuesOf("currency").includes(currency.toUpperCase()) &&
        "Write the three letters, like USD or EUR.",
    ],
    [
      "note",
      kind === "other" &&
        note.length < 3 &&
        "Write the name of the service, and what we need to know to send money there.",
    ],
  ];
  return mistakes.flatMap(([path, message]) => (message ? [{ path, message }] : []));
};

/** As it is stored: an account is written in one way, and a bank's fields are a bank's alone. */
export const plainMethod = ({ kind, legalName, country, account, ...more }: PayoutMethod): PayoutMethod => ({
  kind,
  legalName,
  country,
  account: kind === "bank" ? bareAccount(account) : account,
  bankCode: kind === "bank" ? more.bankCode : "",
  bankName: kind === "bank" ? more.bankName : "",
  currency: more.currency.toUpperCase(),
  note: more.note,
});

type Account = Pick<PayoutMethod, "kind" | "account">;

/** The account in one spelling, by which two methods are compared. */
export const accountKey = ({ kind, account }: Account): string =>
  kind === "bank" ? account : `${kind}:${account.toLowerCase()}`;

const hidden = (account: string): string => {
  const [name = "", host] = account.split("@");
  if (name && host) return `${name.slice(0, 1)}•••@${host}`;
  const bare = account.replaceAll(/\s/g, "");
  return `•••• ${bare.slice(bare.length < 8 ? -2 : -4)}`;
};

/** "PL•• •••• 4417" for an IBAN, "•••• 4417" for other banks, "PayPal, d•••@example.org" elsewhere. */
export const maskedAccount = ({ kind, account }: Account): string => {
  if (kind !== "bank") return `${payoutKindLabels[kind]}, ${hidden(account)}`;
  return `${isIban(account) ? `${bareAccount(account).slice(0, 2)}•• ` : ""}•••• ${bareAccount(account).slice(-4)}`;
};

/** What rows keep of an account for screens: the last four characters of a bank's, the masked text of another. */
export const endingOf = (method: Account): string =>
  method.kind === "bank" ? bareAccount(method.account).slice(-4) : maskedAccount(method);

export const methodKind = ({ kind, account }: Account): string =>
  kind === "bank" && isIban(account) ? "Bank account, IBAN" : payoutKindLabels[kind];

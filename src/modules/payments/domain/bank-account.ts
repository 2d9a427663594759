const iban = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

/** An account without spaces and hyphens, in capitals. */
export const bareAccount = (text: string): string => text.replaceAll(/[\s-]/g, "").toUpperCase();

/** The remainder by 97 of an IBAN's digits (ISO 13616): 1 where nothing was mistyped. */
const remainder = (account: string): number => {
  const digits = `${account.slice(4)}${account.slice(0, 4)}`.replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);
};

export const isIban = (text: string): boolean => iban.test(bareAccount(text));

/** What is wrong with an IBAN or an account number, as a sentence; null when nothing is. */
export function accountError(text: string): string | null {
  const account = bareAccount(text);
  if (account === "") return "Write the IBAN, or the account number.";
  if (!/^[A-Z0-9]{4,34}$/.test(account)) return "Use letters and digits alone, 4 to 34 of them.";
  if (!/^[A-Z]{2}\d{2}/.test(account)) return null;
  if (!iban.test(account)) return "An IBAN has 15 to 34 letters and digits. Check it against your bank card.";
  return remainder(account) === 1 ? null : "This IBAN has a typing mistake. Check it against your bank card.";
}

/** An account number in groups of four, as banks print it. */
export const grouped = (text: string): string =>
  isIban(text) ? (bareAccount(text).match(/.{1,4}/g) ?? []).join(" ") : text;

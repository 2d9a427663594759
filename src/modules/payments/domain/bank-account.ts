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

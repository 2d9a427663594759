/** The digit of another script (Arabic, full-width) in ASCII: the ten digits of a script stand in a row (Unicode, category Nd). */
function asciiDigit(digit: string): string {
  const at = digit.codePointAt(0) ?? 0;
  let zero = at;
  while (at - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(at - zero);
}

/**
 * A code as it is kept, of what somebody typed or pasted: capitals and ASCII digits, one kind of dash; without spaces and
 * without characters that nobody sees. For one-time codes, promotion codes and order numbers.
 */
export const plainCode = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/[\s\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, "")
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .replace(/\p{Nd}/gu, asciiDigit)
    .toUpperCase();

/** A reference of a bank or a provider as it is compared: letters and digits alone. The function of migration one-search. */
export const plainReference = (text: string): string => plainCode(text).replace(/[^A-Z0-9]/g, "");

// RFC 5322 dot-atom and host labels: no quotes, comments, lists or groups, so one address stays one recipient.
const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const label = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
const address = new RegExp(`^(?=.{3,254}$)(?=.{1,64}@)${atom}(?:\\.${atom})*@${label}(?:\\.${label})*$`);

/** One plain mail address in ASCII: at most 254 characters, 64 before the @ (RFC 5321). */
export const isMailAddress = (text: string): boolean => address.test(text);

/**
 * The one form in which mail addresses are stored and compared; null for what is no address. ASCII is checked before
 * the case is changed: U+212A (Kelvin) becomes a plain k, and would be the address of somebody else.
 */
export function mailAddress(typed: string): string | null {
  const text = typed.trim();
  return isMailAddress(text) ? text.toLowerCase() : null;
}

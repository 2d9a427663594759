import { isOwnPath } from "#src/shared/next.ts";

/** Where a link of an operator's text leads: a whole address, or none that an e-mail may have. */
export function addressOf(to: string, baseUrl: string): string | null {
  if (isOwnPath(to)) return new URL(to, baseUrl).href;
  return /^(?:https:\/\/[^/\s]|mailto:[^@\s]+@[^@\s]+$)/i.test(to) && URL.canParse(to) ? to : null;
}

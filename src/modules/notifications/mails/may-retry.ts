import type { MailContent } from "#src/platform/mail/content.ts";

type Letter = { kind: string; content: MailContent | null };

/**
 * Whether a letter can go out again as it was meant: its words are still kept, its button still leads somewhere, and it
 * is none of an account, whose links and codes are void by now.
 */
export const mayRetry = ({ kind, content }: Letter): boolean =>
  content !== null && content.button?.path !== "/" && !kind.startsWith("account.");

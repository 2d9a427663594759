import { dishonestAsk } from "#src/modules/orders/index.ts";

const logIn =
  "Do not send us school log-ins; we do not use them. Send the task and its rules instead, as text or as a file.";

/** Somebody whose own sign-in fails asks for help with it, and shares nothing. */
const trouble =
  /\b(?:can'?t|cannot|can not|could(?:n'?t| not)|unable|how (?:do|can|should) (?:i|we)|when i|if i|(?:try|tried|trying) to|forgot(?:ten)?|lost|reset|change[ds]?|does(?:n'?t| not)|is(?:n'?t| not)|not|wrong|incorrect|invalid|rejected|refused|blocked|locked|expired)\b/iu;

/**
 * A friendly note about what the operator does not offer and what it offers instead, for a message that asks for it;
 * null for everything else. It is a note: the message is sent all the same.
 */
export function honestNote(text: string): string | null {
  const found = dishonestAsk(text);
  if (!found) return null;
  if (found.ask !== "log-in") return found.message;
  return trouble.test(text.replace(/[’‘]/gu, "'")) ? null : logIn;
}

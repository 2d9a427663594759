import type { RefusedStep } from "./chat.server.ts";

/** Why an answer or a note was not taken, in one sentence. */
export const refusedText = ({ errors, message }: RefusedStep): string =>
  errors.message ?? errors.text ?? message ?? "This was not saved. Send it again.";

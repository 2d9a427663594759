import { sendOrKeep } from "#src/ui/keep-page.ts";
import type { RefusedStep } from "./chat.server.ts";

/** Sends a form of the inbox. When the server is away the page stays, with everything typed and a word about it. */
export async function sendStep<T>(request: Request, send: () => Promise<T>) {
  const form = await request.clone().formData();
  const values = Object.fromEntries([...form].filter((pair): pair is [string, string] => typeof pair[1] === "string"));
  const step = values.step ?? "answer";
  return sendOrKeep(send, { step, values });
}

/** Why an answer or a note was not taken, in one sentence. */
export const refusedText = ({ errors, message }: RefusedStep): string =>
  errors.message ?? errors.text ?? message ?? "This was not saved. Send it again.";

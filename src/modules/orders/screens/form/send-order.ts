import { sendOrKeep } from "#src/ui/keep-page.ts";

/** What a form that was not sent is shown with: itself, as it is. */
export type Unsent = { unsent?: true };

/** For `clientAction` of the order forms: sends one; when no answer comes the page stays, with everything typed. */
export async function sendOrder<T>(request: Request, send: () => Promise<T>) {
  const form = await request.clone().formData();
  const values = Object.fromEntries([...form].filter((pair): pair is [string, string] => typeof pair[1] === "string"));
  const more: Unsent & { values: Record<string, string> } = { values, unsent: true };
  return sendOrKeep(send, more);
}

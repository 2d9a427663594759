import { data } from "react-router";
import { notSent, sendOrKeep } from "#src/ui/keep-page.ts";
import type { RefusedStep } from "./chat.server.ts";

/** Sends a form of the inbox. When the server is away the page stays, with everything typed and a word about it. */
export async function sendStep<T>(request: Request, send: () => Promise<T>) {
  const form = await request.clone().formData();
  const typed = Object.fromEntries([...form].filter((pair): pair is [string, string] => typeof pair[1] === "string"));
  const step = typed.step ?? "answer";
  return sendOrKeep(send, () => data<RefusedStep>({ step, errors: {}, message: notSent, typed }, { status: 503 }));
}

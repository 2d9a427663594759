import type { Ctx } from "#src/platform/runtime.ts";
import { startNewToken, startToken } from "../../link-kinds.ts";
import { readToken } from "../../verification-tokens.ts";

/** `shown`: in demo mode, the code of the letter. */
export type StartStage =
  | { stage: "letter"; email: string; shown?: string | undefined }
  | { stage: "new"; email: string };

/** How far the browser with this token has come on the way in; null before it asked, and when its time is over. */
export async function readStart({ runtime: { db, clock } }: Ctx, token: string | null): Promise<StartStage | null> {
  if (!token) return null;
  const waiting = await readToken(db, startToken, token, clock());
  if (waiting) return { stage: "letter", email: waiting.email, shown: waiting.shown };
  const proven = await readToken(db, startNewToken, token, clock());
  return proven && { stage: "new", email: proven.email };
}

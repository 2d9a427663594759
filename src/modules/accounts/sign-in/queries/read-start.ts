import type { Ctx } from "#src/platform/runtime.ts";
import type { Provider } from "../../domain/providers.ts";
import { startNewToken, startToken, type Vouched } from "../link-kinds.ts";
import { readToken } from "../verification-tokens.ts";

/** `shown`: in demo mode, the code of the letter. */
export type StartStage =
  | { stage: "letter"; email: string; shown?: string | undefined; provider?: Provider | undefined }
  | { stage: "new"; email: string; name?: string | undefined };

/** Whom a provider named in the browser with this token, while it waits for the code of a letter to this address. */
export async function vouchedIn(
  { runtime: { db, clock } }: Ctx,
  token: string,
  email: string,
): Promise<Vouched | undefined> {
  const waiting = token ? await readToken(db, startToken, token, clock()) : null;
  return waiting?.email === email ? waiting.vouched : undefined;
}

/** How far the browser with this token has come on the way in; null before it asked, and when its time is over. */
export async function readStart({ runtime: { db, clock } }: Ctx, token: string | null): Promise<StartStage | null> {
  if (!token) return null;
  const waiting = await readToken(db, startToken, token, clock());
  if (waiting)
    return { stage: "letter", email: waiting.email, shown: waiting.shown, provider: waiting.vouched?.provider };
  const proven = await readToken(db, startNewToken, token, clock());
  return proven && { stage: "new", email: proven.email, name: proven.vouched?.name };
}

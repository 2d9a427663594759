import type { Database } from "#src/platform/database/database.ts";
import { hashOf } from "#src/platform/ids.ts";
import { passwordHashOf } from "../own-account/people-store.ts";
import { resetToken } from "./link-kinds.ts";
import { dropTokens, issueToken } from "./verification-tokens.ts";

/** Says which password a reset link was made for, without saying the hash. */
export const sealOf = (hash: string | null): string => hashOf(hash ?? "none");

/** A link to choose a new password; the newest of a person is the only one that counts. Returns its token. */
export async function issueReset(tx: Database, personId: string, now: Date): Promise<string> {
  await dropTokens(tx, resetToken, personId);
  const seal = sealOf(await passwordHashOf(tx, personId));
  return issueToken(tx, resetToken, personId, { personId, seal }, now);
}

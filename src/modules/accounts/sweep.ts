import { lt } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { sweepEmailChanges } from "./own-account/email-changes.ts";
import { sweepFailedSignIns } from "./sign-in/failed-sign-ins.ts";
import { oauthAttempts, sessions, verificationTokens } from "./tables.ts";

/** Deletes sessions and links that ended, changes of address that are long over, and failed sign-ins that nobody repeated for 60 days. */
export async function sweepAccounts(db: Database, now: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, now));
  await db.delete(verificationTokens).where(lt(verificationTokens.expiresAt, now));
  await db.delete(oauthAttempts).where(lt(oauthAttempts.expiresAt, now));
  await sweepEmailChanges(db, now);
  await sweepFailedSignIns(db, now);
}

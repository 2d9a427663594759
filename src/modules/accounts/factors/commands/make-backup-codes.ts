import { eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import { mustBeFresh, type Work } from "#src/platform/work.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { newBackupCodesMail } from "../../mails/factors.ts";
import { lockOwnAccount } from "../../own-account/people-store.ts";
import { backupCodes } from "../../tables.ts";
import { hashBackupCode, newBackupCodes, shownCode } from "../codes.ts";
import { factorsOf } from "../queries/factors-of.ts";

/** Replaces a person's backup codes by ten new ones. Returns them as people read them: nobody can read them again. */
export async function replaceBackupCodes(work: Work, personId: string): Promise<string[]> {
  const codes = newBackupCodes();
  await work.tx.delete(backupCodes).where(eq(backupCodes.personId, personId));
  await work.tx.insert(backupCodes).values(
    codes.map((code) => ({
      id: newId(),
      personId,
      hash: hashBackupCode(work.ctx.runtime, personId, code),
      createdAt: work.now,
    })),
  );
  return codes.map(shownCode);
}

/** Makes a new set of backup codes for the person of this request; the old ones stop to work. Needs a fresh sign-in. */
export const makeBackupCodes = command<Record<string, never>, { codes: string[] }>("accounts.make-backup-codes", {
  input: z.object({}),
  run: async (work) => {
    const stale = mustBeFresh(work);
    if (stale) return stale;
    const own = await lockOwnAccount(work, "Sign in to make backup codes.");
    if (!own.ok) return own;
    const { id, email } = own.value;
    if (!(await factorsOf(work.tx, id)).any)
      return refuse("conflict", "Backup codes come with a second factor. Add an authenticator app or a passkey first.");
    const codes = await replaceBackupCodes(work, id);
    await queueMail(work.tx, newBackupCodesMail(email), work.now);
    work.audit({ action: "account.backup-codes-made", subject: id });
    return done({ codes });
  },
});

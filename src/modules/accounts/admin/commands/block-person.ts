import { eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { blockedMail, unblockedMail } from "../../mails/admin.ts";
import { dropPendingChanges } from "../../own-account/email-changes.ts";
import { endSessions } from "../../sessions/sessions.ts";
import { resetToken } from "../../sign-in/link-kinds.ts";
import { dropTokens } from "../../sign-in/verification-tokens.ts";
import { people } from "../../tables.ts";
import { lockPersonForAdmin, reasonField } from "../admin-side.ts";

const input = z.strictObject({ personId: z.uuid(), reason: reasonField });
type Input = z.infer<typeof input>;

/**
 * Closes an account: its sessions end at once on every process, its reset links and a waiting change of e-mail end,
 * nobody signs in. The person gets a mail without the reason. Refusals: those of `lockPersonForAdmin`, conflict when it is closed
 * already.
 */
export const blockPerson = command<Input, null>("accounts.block-person", {
  input,
  run: async (work, { personId, reason }) => {
    const found = await lockPersonForAdmin(work, personId);
    if (!found.ok) return found;
    const { person } = found.value;
    if (person.blockedAt) return refuse("conflict", "Somebody else was first. This account is blocked already.");
    await work.tx
      .update(people)
      .set({ blockedAt: work.now, blockedFor: reason, updatedAt: work.now })
      .where(eq(people.id, personId));
    await endSessions(work, personId);
    await dropTokens(work.tx, resetToken, personId);
    await dropPendingChanges(work.tx, personId);
    await queueMail(work.tx, blockedMail(person.email), work.now);
    work.audit({ action: "account.blocked", subject: personId, detail: { reason } });
    work.emit({ name: "account.blocked", subject: personId, payload: {} });
    return done(null);
  },
});

/** Opens a blocked account again. Refusals: those of `lockPersonForAdmin`, conflict when it is open already. */
export const unblockPerson = command<Input, null>("accounts.unblock-person", {
  input,
  run: async (work, { personId, reason }) => {
    const found = await lockPersonForAdmin(work, personId);
    if (!found.ok) return found;
    const { person } = found.value;
    if (!person.blockedAt) return refuse("conflict", "Somebody else was first. This account is open already.");
    await work.tx
      .update(people)
      .set({ blockedAt: null, blockedFor: null, updatedAt: work.now })
      .where(eq(people.id, personId));
    await queueMail(work.tx, unblockedMail(person.email), work.now);
    work.audit({ action: "account.unblocked", subject: personId, detail: { reason } });
    return done(null);
  },
});

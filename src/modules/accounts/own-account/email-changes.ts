import { and, eq, gt, gte, isNull, or } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#src/platform/database/database.ts";
import { hashOf, newId, secretToken } from "#src/platform/ids.ts";
import { query } from "#src/platform/query.ts";
import { done, type Refusal, refuse } from "#src/shared/outcome.ts";
import { dayMs } from "#src/shared/units.ts";
import { emailChanges, people } from "../tables.ts";

/** How long both ends have to confirm, and how long the old one can undo. */
const confirmFor = dayMs;
const undoFor = 3 * dayMs;

export type EmailChange = typeof emailChanges.$inferSelect;
/** Whose link it is: the old address's, the new one's, or the one that takes the change back. */
export type LinkEnd = "old" | "new" | "undo";

const isPending = (personId: string) => and(eq(emailChanges.personId, personId), isNull(emailChanges.doneAt));

/** Writes a change that waits for both ends, in place of an earlier one; only hashes of the tokens are kept. */
export async function openChange(
  tx: Database,
  change: { personId: string; oldEmail: string; newEmail: string },
  now: Date,
): Promise<{ oldToken: string; newToken: string }> {
  await dropPendingChanges(tx, change.personId);
  const oldToken = secretToken();
  const newToken = secretToken();
  await tx.insert(emailChanges).values({
    id: newId(),
    ...change,
    oldToken: hashOf(oldToken),
    newToken: hashOf(newToken),
    createdAt: now,
    expiresAt: new Date(now.getTime() + confirmFor),
  });
  return { oldToken, newToken };
}

/** Ends a person's change that still waits: for a reset, a block, a newer change. True if there was one. */
export async function dropPendingChanges(tx: Database, personId: string): Promise<boolean> {
  const dropped = await tx.delete(emailChanges).where(isPending(personId)).returning({ id: emailChanges.id });
  return dropped.length > 0;
}

/** Ends everybody's waiting changes to this address: it has an owner now. */
export async function dropChangesTo(tx: Database, email: string): Promise<void> {
  await tx.delete(emailChanges).where(and(eq(emailChanges.newEmail, email), isNull(emailChanges.doneAt)));
}

/** The change that waits for both ends, if there is one. */
export async function pendingChange(db: Database, personId: string, now: Date): Promise<EmailChange | null> {
  const [row] = await db
    .select()
    .from(emailChanges)
    .where(and(isPending(personId), gt(emailChanges.expiresAt, now)));
  return row ?? null;
}

/** The change a link belongs to and what the link does, while it may be used; else null. */
export async function findLink(
  db: Database,
  token: string,
  now: Date,
): Promise<{ change: EmailChange; end: LinkEnd } | null> {
  const hash = hashOf(token);
  const [change] = await db
    .select()
    .from(emailChanges)
    .where(or(eq(emailChanges.oldToken, hash), eq(emailChanges.newToken, hash), eq(emailChanges.undoToken, hash)));
  if (!change) return null;
  const end: LinkEnd = change.undoToken === hash ? "undo" : change.oldToken === hash ? "old" : "new";
  return (end === "undo" ? canUndo(change, now) : canConfirm(change, now)) ? { change, end } : null;
}

const canConfirm = (change: EmailChange, now: Date): boolean => change.doneAt === null && change.expiresAt > now;

const canUndo = ({ doneAt, undoneAt }: EmailChange, now: Date): boolean =>
  doneAt !== null && undoneAt === null && now.getTime() < doneAt.getTime() + undoFor;

/** Stores that one address confirmed the change. */
export async function markConfirmed(tx: Database, id: string, end: "old" | "new", now: Date): Promise<EmailChange> {
  const confirmed = end === "old" ? { oldConfirmedAt: now } : { newConfirmedAt: now };
  const [row] = await tx.update(emailChanges).set(confirmed).where(eq(emailChanges.id, id)).returning();
  if (!row) throw new Error("There is no such change of e-mail.");
  return row;
}

/** Both addresses confirmed: the change is complete, and the returned token can undo it. */
export async function markDone(tx: Database, id: string, now: Date): Promise<string> {
  const undo = secretToken();
  await tx
    .update(emailChanges)
    .set({ doneAt: now, undoToken: hashOf(undo) })
    .where(eq(emailChanges.id, id));
  return undo;
}

/** Takes this change back and every later one of the person with it: their undo links are over too. */
export async function markUndone(tx: Database, { personId, doneAt }: EmailChange, now: Date): Promise<void> {
  if (doneAt === null) throw new Error("Only a change that happened can be undone.");
  await tx
    .update(emailChanges)
    .set({ undoneAt: now })
    .where(and(eq(emailChanges.personId, personId), gte(emailChanges.doneAt, doneAt), isNull(emailChanges.undoneAt)));
}

export const linkOver = (): Refusal =>
  refuse(
    "expired",
    "This link was used already, is too old, or was replaced by a newer change. It did not change the e-mail of the account.",
  );

/** What the page of a mailed link shows. The new address's holder does not learn the old one: it may be mistyped. */
export type ChangeLink = {
  end: LinkEnd;
  newEmail: string;
  oldEmail: string | null;
  /** This address has confirmed; the other has not. */
  confirmed: boolean;
};

/** Reads a link without using it. */
export const readEmailChange = query<{ token: string }, ChangeLink>("accounts.read-email-change", {
  input: z.object({ token: z.string().max(200) }),
  run: async ({ db, now }, { token }) => {
    const link = await findLink(db, token, now);
    if (!link) return linkOver();
    const { end, change } = link;
    const [person] = await db
      .select({ blockedAt: people.blockedAt })
      .from(people)
      .where(eq(people.id, change.personId));
    if (!person || person.blockedAt) return linkOver();
    return done({
      end,
      newEmail: change.newEmail,
      oldEmail: end === "new" ? null : change.oldEmail,
      confirmed: end === "old" ? change.oldConfirmedAt !== null : end === "new" && change.newConfirmedAt !== null,
    });
  },
});

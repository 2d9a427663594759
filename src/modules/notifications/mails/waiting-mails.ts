import { and, asc, count, eq, isNotNull } from "drizzle-orm";
import { z } from "zod";
import { query } from "#src/platform/query.ts";
import { mails } from "#src/platform/tables.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { canSeeMails, canSeeWaitingMails } from "../domain/policy.ts";
import { aboutMail } from "./failed-mails.ts";
import { sealedMails } from "./sealed-mails.ts";

export type WaitingMail = { id: string; to: string | null; about: string; since: Date };

const [shown, mostCounted] = [50, 1_000];

/**
 * E-mails that would leave now, the oldest first, at most 50, and how many there are, counted up to 1,000. Addresses are
 * left out for who does not work with accounts. Refuses not-found.
 */
export const waitingMails = query("notifications.waiting-mails", {
  input: z.strictObject({}),
  run: async ({ db, viewer }) => {
    if (!canSeeWaitingMails(viewer)) return notFound();
    const waiting = and(eq(mails.state, "waiting"), isNotNull(mails.nextTryAt));
    const rows = await db.select().from(mails).where(waiting).orderBy(asc(mails.nextTryAt), asc(mails.id)).limit(shown);
    const first = db.select({ id: mails.id }).from(mails).where(waiting).limit(mostCounted).as("first");
    const [counted] = await db.select({ all: count() }).from(first);
    const hide = await sealedMails(db, viewer);
    return done({
      all: counted?.all ?? 0,
      mayDrop: canSeeMails(viewer),
      rows: rows.map((row): WaitingMail => {
        const { id, to, createdAt: since, ...mail } = hide(row);
        return { id, to: canSeeMails(viewer) ? to : null, about: aboutMail(mail), since };
      }),
    });
  },
});

import { and, asc, count, eq, exists, isNotNull, max, min, not, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { addressesOf } from "#src/modules/accounts/index.server.ts";
import { askedCursor, cutPage, walk } from "#src/platform/database/cursor.ts";
import type { Database } from "#src/platform/database/database.ts";
import type { MailContent } from "#src/platform/mail/content.ts";
import { query } from "#src/platform/query.ts";
import { mails } from "#src/platform/tables.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { sealedIds, sealedText, type Viewer } from "#src/shared/viewer.ts";
import { canSeeMails, canSeeWaitingMails } from "../domain/policy.ts";

export type FailedMail = ReturnType<typeof shown>;

const ended = or(eq(mails.state, "refused"), eq(mails.state, "expired"));
/** Refused, tried for days, or tried in vain and to be tried again. The index `mails_failed` has these rows. */
const failed = or(ended, and(eq(mails.state, "waiting"), isNotNull(mails.error)));

const perPage = 50;
const input = z.strictObject({ older: askedCursor.optional(), newer: askedCursor.optional() });

/** Letters that did not leave, the newest first, 50 at a time. Refuses not-found to who may not see people. */
export const failedMails = query("notifications.failed-mails", {
  input,
  run: async ({ db, viewer }, asked) => {
    if (!canSeeMails(viewer)) return notFound();
    const { direction, after, order } = walk(asked, { at: mails.createdAt, id: mails.id });
    const rows = await db
      .select()
      .from(mails)
      .where(and(failed, after))
      .orderBy(...order)
      .limit(perPage + 1);
    const page = cutPage(rows, perPage, direction, ({ createdAt: at, id }) => ({ at, id }));
    const hide = await sealedMails(db, viewer);
    return done({ ...page, rows: page.rows.map((row) => shown(hide(row))) });
  },
});

/** A letter of an account can have a code in its subject, which nobody else reads. */
const aboutMail = ({ kind, subject }: Pick<typeof mails.$inferSelect, "kind" | "subject">): string =>
  kind.startsWith("account.") ? "An e-mail about the account" : subject;

const shown = (row: typeof mails.$inferSelect) => {
  const { id, to, createdAt, state, attempts, nextTryAt, error } = row;
  return {
    id,
    to,
    about: aboutMail(row),
    createdAt,
    state,
    attempts,
    nextTryAt,
    reason: error ?? "",
    mayRetry: mayRetry(row),
  };
};

export type RefusedAddress = { to: string; letters: number; since: Date; last: Date; reason: string };

const later = alias(mails, "later");
/** A letter that was taken after the refused one: the address works again. */
const worksAgain = (db: Database): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(later)
      .where(and(eq(later.to, mails.to), eq(later.state, "sent"), sql`${later.createdAt} > ${mails.createdAt}`)),
  );

const mostAddresses = 200;

/** Addresses whose mail server refuses letters for good, the newest refusal first, at most 200. */
export const refusedAddresses = query<Record<string, never>, readonly RefusedAddress[]>(
  "notifications.refused-addresses",
  {
    input: z.strictObject({}),
    run: async ({ db, viewer }) => {
      if (!canSeeMails(viewer)) return notFound();
      const rows = await db
        .select({
          to: mails.to,
          letters: count(),
          since: min(mails.createdAt),
          last: max(mails.createdAt),
          reason: sql<string>`(array_agg(${mails.error} order by ${mails.createdAt} desc))[1]`,
        })
        .from(mails)
        .where(and(eq(mails.state, "refused"), not(worksAgain(db))))
        .groupBy(mails.to)
        .orderBy(sql`max(${mails.createdAt}) desc`)
        .limit(mostAddresses);
      const hide = await sealedMails(db, viewer);
      return done(
        rows.map(({ since, last, reason, ...row }) => ({
          ...row,
          to: hide({ ...row, kind: "", subject: "" }).to,
          since: since ?? new Date(0),
          last: last ?? new Date(0),
          reason: reason ?? "",
        })),
      );
    },
  },
);

export type MailTrouble = { failed: number; oldest: Date | null; addresses: number; oldestAddress: Date | null };

/** How much waits there, counted up to 100, and since when. */
export const mailTrouble = query<Record<string, never>, MailTrouble>("notifications.mail-trouble", {
  input: z.strictObject({}),
  run: async ({ db, ctx, viewer }) => {
    const addresses = await refusedAddresses(ctx, {});
    if (!canSeeMails(viewer) || !addresses.ok) return notFound();
    const first = db
      .select({ at: mails.createdAt })
      .from(mails)
      .where(failed)
      .orderBy(mails.createdAt)
      .limit(100)
      .as("f");
    const [row] = await db.select({ failed: count(), oldest: min(first.at) }).from(first);
    const since = addresses.value.map((one) => one.since.getTime());
    return done({
      failed: row?.failed ?? 0,
      oldest: row?.oldest ?? null,
      addresses: addresses.value.length,
      oldestAddress: since.length > 0 ? new Date(Math.min(...since)) : null,
    });
  },
});

type Letter = { kind: string; content: MailContent | null };

/**
 * Whether a letter can go out again as it was meant: its words are still kept, its button still leads somewhere, and it
 * is none of an account, whose links and codes are void by now.
 */
export const mayRetry = ({ kind, content }: Letter): boolean =>
  content !== null && content.button?.path !== "/" && !kind.startsWith("account.");

type Addressed = { to: string; subject: string };

/** Hides the address and the subject of e-mails to people whose data is sealed for this viewer. */
async function sealedMails(db: Database, viewer: Viewer): Promise<<M extends Addressed>(mail: M) => M> {
  const addresses = await addressesOf(db, sealedIds(viewer, "contact"));
  return (mail) => (addresses.has(mail.to.toLowerCase()) ? { ...mail, to: sealedText, subject: sealedText } : mail);
}

export type WaitingMail = { id: string; to: string | null; about: string; since: Date };

const [mostShown, mostCounted] = [50, 1_000];

/**
 * E-mails that would leave now, the oldest first, at most 50, and how many there are, counted up to 1,000. Addresses are
 * left out for who does not work with accounts. Refuses not-found.
 */
export const waitingMails = query("notifications.waiting-mails", {
  input: z.strictObject({}),
  run: async ({ db, viewer }) => {
    if (!canSeeWaitingMails(viewer)) return notFound();
    const waiting = and(eq(mails.state, "waiting"), isNotNull(mails.nextTryAt));
    const rows = await db
      .select()
      .from(mails)
      .where(waiting)
      .orderBy(asc(mails.nextTryAt), asc(mails.id))
      .limit(mostShown);
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

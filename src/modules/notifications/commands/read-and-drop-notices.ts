import { and, eq, gte, inArray, isNotNull, isNull, lt, lte } from "drizzle-orm";
import { z } from "zod";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import { command } from "#src/platform/command.ts";
import type { Database } from "#src/platform/database/database.ts";
import { agedRows, retentionJob } from "#src/platform/retention.ts";
import type { Work } from "#src/platform/work.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { noticesIdOf } from "../domain/policy.ts";
import { isPaid, ownNotices } from "../queries/own-notices.ts";
import { notices } from "../tables.ts";
import { orderPath } from "../templates/written-mail.ts";
import { publishNotices } from "../writing/add-notice.ts";

const input = z.union([
  /** Up to the newest one that was shown; later ones stay unread. */
  z.strictObject({ to: z.coerce.date("Say up to which notice.") }),
  /** Those that lead to a page that is open. */
  z.strictObject({ path: z.string().max(300) }),
  z.strictObject({ ids: z.array(z.uuid()).min(1).max(100) }),
  /** The paid orders between two instants: what stands gathered in one row. */
  z.strictObject({ paid: z.strictObject({ since: z.coerce.date(), to: z.coerce.date() }) }),
  /** Takes back one press: those that were read at this instant are unread again. */
  z.strictObject({ undo: z.coerce.date() }),
]);
type Which = z.infer<typeof input>;

const conditionOf = (which: Which) => {
  if ("undo" in which) return eq(notices.readAt, which.undo);
  const unread = isNull(notices.readAt);
  if ("to" in which) return and(unread, lte(notices.at, which.to));
  if ("paid" in which) return and(unread, isPaid, gte(notices.at, which.paid.since), lte(notices.at, which.paid.to));
  return and(unread, "path" in which ? eq(notices.path, which.path) : inArray(notices.id, which.ids));
};

/**
 * Marks own notices as read in every tab: up to an instant, those of a page, paid orders of a day, or these; or takes that back. `at`: when, for
 * the way back.
 */
export const readNotices = command<Which, { read: number; at: Date }>("notifications.read", {
  input,
  run: async (work, asked) => {
    const { viewer, tx, now } = work;
    if (viewer.kind !== "person") return refuse("signed-out", "Sign in to see your notices.");
    const me = noticesIdOf(viewer);
    if (me === null) return done({ read: 0, at: now });
    const read = await tx
      .update(notices)
      .set({ readAt: "undo" in asked ? null : now })
      .where(and(ownNotices(viewer), conditionOf(asked)))
      .returning({ id: notices.id });
    if (read.length > 0) publishNotices(work, me);
    return done({ read: read.length, at: now });
  },
});

/** Removes notices whose account is gone; the caller has removed it in the same work. */
export async function dropNoticesWithoutAccount(work: Work): Promise<void> {
  const known = (await work.tx.selectDistinct({ id: notices.personId }).from(notices)).map(({ id }) => id);
  const people = await findPeople(work.tx, known);
  const gone = known.filter((id) => !people.has(id));
  if (gone.length > 0) await work.tx.delete(notices).where(inArray(notices.personId, gone));
}

/** Removes notices about these orders, of all recipients. */
export async function dropNoticesAbout(work: Work, orderIds: readonly string[]): Promise<void> {
  const paths = orderIds.flatMap((id) => [orderPath({ id }), `/admin/orders/${id}`]);
  if (paths.length > 0) await work.tx.delete(notices).where(inArray(notices.path, paths));
}

/** After the demo's past was played: nobody has lived through it. */
export async function forgetNoticesOf(db: Database, personIds: readonly string[]): Promise<void> {
  await db.delete(notices).where(inArray(notices.personId, [...personIds]));
}

export const sweepNotices = retentionJob("sweep-notices", "47 3 * * *", [
  agedRows({
    key: "notifications.read",
    holds: "Notices inside the shop that were read",
    why: "Somebody can look one up again.",
    shown: "Notices that you have read",
    ...{ table: notices, days: "readNoticeDays" },
    past: (before) => and(isNotNull(notices.readAt), lt(notices.at, before)),
  }),
  agedRows({
    key: "notifications.unread",
    holds: "Notices inside the shop that nobody read",
    why: "Somebody who comes back after months still finds them.",
    shown: "Notices that nobody read",
    ...{ table: notices, days: "noticeDays", past: (before) => lt(notices.at, before) },
  }),
]);

import { and, inArray, isNotNull, lt } from "drizzle-orm";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { agedRows, retentionJob } from "#src/platform/retention.ts";
import type { Work } from "#src/platform/work.ts";
import { notices } from "../tables.ts";
import { orderPath } from "../templates/written-mail.ts";

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

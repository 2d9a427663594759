import { and, inArray, isNotNull, lt, or } from "drizzle-orm";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import type { JobKind } from "#src/platform/jobs.ts";
import type { Work } from "#src/platform/work.ts";
import { dayMs } from "#src/shared/units.ts";
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

/** Read notices go after 90 days, unread ones after a year. */
export const sweepNotices: JobKind = {
  name: "sweep-notices",
  cron: "47 3 * * *",
  run: async ({ db, clock }) => {
    const before = (days: number) => new Date(clock().getTime() - days * dayMs);
    await db
      .delete(notices)
      .where(or(and(isNotNull(notices.readAt), lt(notices.at, before(90))), lt(notices.at, before(365))));
  },
};

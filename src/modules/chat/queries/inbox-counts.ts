import { and, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { send } from "#src/platform/database/database.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { minuteMs } from "#src/shared/units.ts";
import { canAnswerChats } from "../domain/policy.ts";
import { serviceSetting } from "../settings.ts";
import { chats, enquiries } from "../tables.ts";

/** Counted up to this many; one more stands for "more than". */
const inboxCountMost = 99;

export type InboxCounts = Answer<typeof inboxCounts>;

/** How many chats and enquiries wait for Support, since when the first, and how many too long. One statement. */
export const inboxCounts = query("chat.inbox-counts", {
  input: z.strictObject({}),
  run: async ({ db, ctx, viewer, now }) => {
    if (!canAnswerChats(viewer)) return notFound();
    const waits = sql`${chats.waitingSince} is not null`;
    const asked = sql`${enquiries.answeredAt} is null`;
    const { firstReplyMinutes } = await ctx.runtime.settings.get(serviceSetting);
    const before = sql`${new Date(now.getTime() - firstReplyMinutes * minuteMs).toISOString()}::timestamptz`;
    const counts = [
      capped(chats, waits),
      capped(chats, sql`${chats.supportUnread} > 0`),
      capped(enquiries, asked),
      capped(chats, sql`${chats.waitingSince} < ${before}`),
      capped(enquiries, sql`${asked} and ${enquiries.createdAt} < ${before}`),
    ];
    const statement = sql`select
      array[${sql.join(counts, sql`, `)}]::int[] as counts,
      extract(epoch from least(
        (select min(${chats.waitingSince}) from ${chats} where ${waits}),
        (select min(${enquiries.createdAt}) from ${enquiries} where ${asked})))::float8 as longest`;
    const [row] = (await send<{ counts: number[]; longest: number | null }>(db, statement)).rows;
    const [waiting = 0, unread = 0, open = 0, late = 0, lateOpen = 0] = row?.counts ?? [];
    const longest = row?.longest ? new Date(row.longest * 1000) : null;
    // `over`: of those that wait, how many wait longer than the target.
    return done({ waiting, unread, enquiries: open, over: late + lateOpen, longest });
  },
});

const capped = (table: typeof chats | typeof enquiries, condition: SQL): SQL =>
  sql`(select count(*) from (select 1 from ${table} where ${condition} limit ${inboxCountMost + 1}) found)`;

/** Since when each of these people waits for Support, and how long an answer may take; who does not wait is missing. */
export const waitsOf = query("chat.waits-of", {
  input: z.strictObject({ personIds: z.array(z.uuid()).max(50) }),
  run: async ({ db, ctx, viewer }, { personIds }) => {
    if (!canAnswerChats(viewer)) return notFound();
    const { firstReplyMinutes } = await ctx.runtime.settings.get(serviceSetting);
    const rows = personIds.length
      ? await db
          .select({ id: chats.id, since: chats.waitingSince })
          .from(chats)
          .where(and(inArray(chats.id, personIds), isNotNull(chats.waitingSince)))
      : [];
    const since = new Map(rows.flatMap(({ id, since: at }) => (at ? [[id, at] as const] : [])));
    return done({ since, targetMs: firstReplyMinutes * minuteMs });
  },
});

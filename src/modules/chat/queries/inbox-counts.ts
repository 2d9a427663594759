import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { send } from "#src/platform/database/database.ts";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { canAnswerChats } from "../domain/policy.ts";
import { chats, enquiries } from "../tables.ts";

/** Counted up to this many; one more stands for "more than". */
const inboxCountMost = 99;

export type InboxCounts = { waiting: number; unread: number; enquiries: number; longest: Date | null };

/** How many chats and enquiries wait for Support, and since when the first. One statement. */
export const inboxCounts = query<Record<string, never>, InboxCounts>("chat.inbox-counts", {
  input: z.strictObject({}),
  run: async ({ db, viewer }) => {
    if (!canAnswerChats(viewer)) return notFound();
    const waits = sql`${chats.waitingSince} is not null`;
    const asked = sql`${enquiries.answeredAt} is null`;
    const counts = [capped(chats, waits), capped(chats, sql`${chats.supportUnread} > 0`), capped(enquiries, asked)];
    const statement = sql`select
      array[${sql.join(counts, sql`, `)}]::int[] as counts,
      extract(epoch from least(
        (select min(${chats.waitingSince}) from ${chats} where ${waits}),
        (select min(${enquiries.createdAt}) from ${enquiries} where ${asked})))::float8 as longest`;
    const [row] = (await send<{ counts: number[]; longest: number | null }>(db, statement)).rows;
    const [waiting = 0, unread = 0, open = 0] = row?.counts ?? [];
    return done({ waiting, unread, enquiries: open, longest: row?.longest ? new Date(row.longest * 1000) : null });
  },
});

const capped = (table: typeof chats | typeof enquiries, condition: SQL): SQL =>
  sql`(select count(*) from (select 1 from ${table} where ${condition} limit ${inboxCountMost + 1}) found)`;

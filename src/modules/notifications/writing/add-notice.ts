import { eq, sql } from "drizzle-orm";
import { send } from "#src/platform/database/database.ts";
import { newId } from "#src/platform/ids.ts";
import type { TopicKind } from "#src/platform/live/topics.ts";
import type { NewMail } from "#src/platform/mail/content.ts";
import type { Work } from "#src/platform/work.ts";
import { type AdminKind, isWanted, noticeKinds } from "../domain/kinds.ts";
import { noticesIdOf } from "../domain/policy.ts";
import { notices } from "../tables.ts";
import type { NoticeSources } from "./sources.ts";

/** What a person's open pages follow to see new notices, and that some were read elsewhere. */
export const noticesTopic = (personId: string): string => `notices:${personId}`;

/** The person's open pages learn that there is something new, or that it was read elsewhere. */
export const publishNotices = (work: Work, personId: string): void =>
  work.publish(noticesTopic(personId), work.now.getTime());

export const noticeTopics: readonly TopicKind[] = [
  {
    kind: "notices",
    maySee: async ({ viewer }, id) => noticesIdOf(viewer) === id,
    // The newest of each by an index in this order: people have thousands of notices.
    versions: async (db, ids) => {
      const changed = sql`greatest(${notices.at}, ${notices.readAt})`;
      const newest = sql`select ${changed} from ${notices} where ${notices.personId} = asked.id order by 1 desc limit 1`;
      const statement = sql`select id, (extract(epoch from (${newest})) * 1000)::float8 as at
        from unnest(${sql.param([...ids])}::text[]) as asked(id)`;
      const { rows } = await send<{ id: string; at: number | null }>(db, statement);
      return new Map(rows.flatMap(({ id, at }) => (at === null ? [] : [[id, Math.floor(at)] as const])));
    },
  },
];

type NewNotice = Pick<typeof notices.$inferInsert, "kind" | "title" | "text" | "path" | "onceKey">;

/** Writes a notice once for each key and person. `renew`: written again, it is unread again with the current text. */
export async function notifyPerson(work: Work, personId: string, { onceKey, ...notice }: NewNotice, renew = false) {
  const { tx, now } = work;
  const row = { id: newId(now.getTime()), personId, ...notice, onceKey: `${onceKey}:${personId}`, at: now };
  const insert = tx.insert(notices).values(row);
  const made = await (renew
    ? insert.onConflictDoUpdate({ target: notices.onceKey, set: { ...notice, at: now, readAt: null } })
    : insert.onConflictDoNothing()
  ).returning({ id: notices.id });
  if (made.length > 0) publishNotices(work, personId);
}

/** Removes a notice whose page is gone. */
export async function dropNotice(work: Work, personId: string, onceKey: string): Promise<void> {
  const key = eq(notices.onceKey, `${onceKey}:${personId}`);
  const gone = await work.tx.delete(notices).where(key).returning({ id: notices.id });
  if (gone.length > 0) publishNotices(work, personId);
}

/** Shows a letter inside the product, too: its title, its first sentence after the greeting, its button's address. */
export async function addNotice(work: Work, personId: string, mail: NewMail & { onceKey: string }): Promise<void> {
  const { kind, onceKey, content } = mail;
  const [text = ""] = content.paragraphs.filter((paragraph) => !/^Hello .*\.$/.test(paragraph));
  await notifyPerson(work, personId, {
    kind,
    title: content.title,
    text,
    path: content.button?.path ?? "/dashboard",
    onceKey,
  });
}

export type AdminNews = { kind: AdminKind; title: string; text: string; path: string; onceKey: string };

/** Notifies every admin who may act on it and has not turned it off; `only` names one of them. */
export async function notifyAdmin(
  work: Work,
  sources: NoticeSources,
  news: AdminNews,
  { only, renew = false }: { only?: string; renew?: boolean } = {},
): Promise<void> {
  for (const { id, noticesOff } of await sources.admins(work.tx, noticeKinds[news.kind].needs)) {
    if (only !== undefined && id !== only) continue;
    if (isWanted(news.kind, noticesOff)) await notifyPerson(work, id, news, renew);
  }
}

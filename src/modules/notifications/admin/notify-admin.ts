import type { Work } from "#src/platform/work.ts";
import { type AdminKind, isWanted, noticeKinds } from "../domain/kinds.ts";
import { notifyPerson } from "../writing/add-notice.ts";
import type { NoticeSources } from "../writing/sources.ts";

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

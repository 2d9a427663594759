import type { Work } from "#src/platform/work.ts";
import { notifyPerson } from "../add-notice.ts";
import { type DeskKind, isWanted, noticeKinds } from "../domain/kinds.ts";
import type { NoticeSources } from "../sources.ts";

export type DeskNews = { kind: DeskKind; title: string; text: string; path: string; onceKey: string };

/** Tells every admin who may do something about it and has not turned it off; `only` names one of them. */
export async function notifyDesk(
  work: Work,
  sources: NoticeSources,
  news: DeskNews,
  { only, renew = false }: { only?: string; renew?: boolean } = {},
): Promise<void> {
  for (const { id, noticesOff } of await sources.desk(work.tx, noticeKinds[news.kind].needs)) {
    if (only !== undefined && id !== only) continue;
    if (isWanted(news.kind, noticesOff)) await notifyPerson(work, id, news, renew);
  }
}

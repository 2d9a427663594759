import { and, eq } from "drizzle-orm";
import type { TextPage } from "#src/modules/operator/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { readPastSetting, readSetting } from "#src/platform/settings.ts";
import type { Work } from "#src/platform/work.ts";
import { type PageTexts, pageDrafts } from "../tables.ts";
import { textsOfPage } from "./shown-page.ts";

export type PageDraft = typeof pageDrafts.$inferSelect;

/** What is published of a page, past every cache. */
export async function publishedPage(db: Database, home: string, page: TextPage) {
  const { value, version } = await readSetting(db, page.setting);
  return { stored: value, words: textsOfPage(home, page, value), version };
}

/** A page as it was in this version; version 0 is as shipped. Null: there was none. */
export async function pageOfVersion(
  db: Database,
  home: string,
  page: TextPage,
  version: number,
): Promise<PageTexts | null> {
  const past = version === 0 ? page.setting.default : await readPastSetting(db, page.setting, version);
  return past && textsOfPage(home, page, past);
}

export const draftOf = (personId: string, page: TextPage) =>
  and(eq(pageDrafts.personId, personId), eq(pageDrafts.page, page.name));

/** The own draft of a page, locked until the transaction ends; null: there is none. */
export async function ownPageDraft({ tx }: Work, personId: string, page: TextPage): Promise<PageDraft | null> {
  const [row] = await tx.select().from(pageDrafts).where(draftOf(personId, page)).for("update");
  return row ?? null;
}

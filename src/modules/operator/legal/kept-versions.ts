import { desc, eq } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { localOf } from "#src/shared/zone.ts";
import type { PageText } from "../pages/page-text.ts";
import { type LegalName, textPage } from "../pages/pages.ts";
import { readPage } from "../pages/read-page.ts";
import { siteSetting } from "../settings.ts";
import { legalVersions } from "../tables.ts";
import { legalText, legalValues } from "./legal-texts.ts";
import { nextVersion } from "./versions.ts";

/** More are readable at their own address alone. */
const mostListed = 50;

/** The versions of a text that people accept, the newest first, which of them binds now, and what the next is called. */
export async function versionsOfLegal(runtime: Runtime, db: Database, name: LegalName) {
  const current = await legalText(runtime, name);
  const rows = await db
    .select({ version: legalVersions.version, page: legalVersions.page, since: legalVersions.createdAt })
    .from(legalVersions)
    .where(eq(legalVersions.name, name))
    .orderBy(desc(legalVersions.createdAt), desc(legalVersions.version))
    .limit(mostListed);
  const { timeZone } = await runtime.settings.get(siteSetting);
  const { date } = localOf(runtime.clock(), timeZone);
  return {
    rows,
    current,
    next: nextVersion(
      date,
      rows.map(({ version }) => version),
    ),
  };
}

/** Words of a text as they would be read under a version. */
export async function legalDraft(runtime: Runtime, name: LegalName, text: string, version: string): Promise<PageText> {
  const label = textPage(name)?.label ?? name;
  const { title, lede, blocks } = readPage(text, label, await legalValues(runtime, name, version));
  return { title, lede, blocks };
}

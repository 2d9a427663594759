import { and, desc, eq, or } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#src/platform/database/database.ts";
import { query } from "#src/platform/query.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { localOf } from "#src/shared/zone.ts";
import type { PageText } from "../pages/page-text.ts";
import { isLegal, type LegalName, textPage } from "../pages/pages.ts";
import { plainText } from "../pages/plain-text.ts";
import { readPage } from "../pages/read-page.ts";
import { siteSetting } from "../settings.ts";
import { legalVersions } from "../tables.ts";
import { legalText, legalValues } from "./legal-texts.ts";
import { legalFields, nextVersion } from "./versions.ts";

/** Which versions somebody accepted: the promise with an order alone, the privacy policy where the form named one. */
export type Agreed = { termsVersion: string; fairUseVersion: string | null; privacyVersion: string | null };

const namesOf = (agreed: Agreed) =>
  legalFields.flatMap(({ field, name, label }) => {
    const version = agreed[field];
    return version ? [{ name, label, version }] : [];
  });

async function keptOf(db: Database, agreed: readonly { name: string; version: string }[]) {
  const { name, version } = legalVersions;
  if (agreed.length === 0) return [];
  return db
    .select()
    .from(legalVersions)
    .where(or(...agreed.map((one) => and(eq(name, one.name), eq(version, one.version)))));
}

/** The texts as they were accepted, with the address of each; null for one whose words were not kept. */
export async function agreedTexts(db: Database, agreed: Agreed) {
  const named = namesOf(agreed);
  const kept = await keptOf(db, named);
  const addressOf = (name: string, version: string): string | null =>
    kept.some((row) => row.name === name && row.version === version) ? `/${name}/${version}` : null;
  const terms = addressOf("terms", agreed.termsVersion);
  return named.map(({ name, label, version }) => ({
    ...{ label, version },
    // The promise is read in the terms of its time.
    to: name === "fair-use-promise" ? terms && `${terms}#fair-use` : addressOf(name, version),
  }));
}

/** The words of every version that is named, each once: for who takes away what is kept about them. */
export async function agreedInFull(db: Database, all: readonly Agreed[]) {
  const named = new Map(all.flatMap(namesOf).map((one) => [`${one.name} ${one.version}`, one]));
  const rows = await keptOf(db, [...named.values()]);
  return rows.map(({ name, version, page, createdAt }) => ({ name, version, since: createdAt, text: plainText(page) }));
}

/** A version of a text that people accept, as it was read. Everybody may read it. */
export const keptLegalText = query("operator.kept-legal-text", {
  input: z.strictObject({ name: z.string().max(40), version: z.string().max(40) }),
  run: async ({ db, ctx: { runtime } }, { name, version }) => {
    if (!isLegal(name)) return notFound();
    const [row] = await keptOf(db, [{ name, version }]);
    if (!row) return notFound();
    const { timeZone } = await runtime.settings.get(siteSetting);
    const now = await legalText(runtime, name);
    return done({ page: row.page, since: row.createdAt, zone: timeZone, current: now.version === version });
  },
});

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

import { eq } from "drizzle-orm";
import { type BrandChoice, brandSetting, choiceOf } from "#src/modules/operator/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { readPastSetting, readSetting } from "#src/platform/settings.ts";
import type { Work } from "#src/platform/work.ts";
import { brandDrafts } from "../tables.ts";

export type BrandDraft = typeof brandDrafts.$inferSelect;

/** What is published, past every cache. */
export async function publishedBrand(db: Database) {
  const { value, version } = await readSetting(db, brandSetting);
  return { brand: value, choice: choiceOf(value), version };
}

/** The brand of this version; version 0 is the product as it is shipped. Null: there was none. */
export async function brandOfVersion(db: Database, version: number): Promise<BrandChoice | null> {
  const past = version === 0 ? brandSetting.default : await readPastSetting(db, brandSetting, version);
  return past && choiceOf(past);
}

/** The own draft, locked until the transaction ends; null: there is none. */
export async function ownDraft({ tx }: Work, personId: string): Promise<BrandDraft | null> {
  const [row] = await tx.select().from(brandDrafts).where(eq(brandDrafts.personId, personId)).for("update");
  return row ?? null;
}

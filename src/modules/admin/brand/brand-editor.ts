import { and, eq, ne } from "drizzle-orm";
import { z } from "zod";
import { brandSetting } from "#src/modules/operator/index.server.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { canChangeSettings } from "../domain/policy.ts";
import { namesOf, versionsOf } from "../setting-history.ts";
import { brandDrafts } from "../tables.ts";
import { differing, partLabels, readBrand } from "./draft.ts";
import { publishedBrand } from "./stored.ts";

export type BrandEditor = Answer<typeof brandEditor>;

/** The brand as this admin edits it: the own draft, what is published, and what others do. Needs `settings`. */
export const brandEditor = query("admin.brand-editor", {
  input: z.strictObject({}),
  run: async ({ db, viewer }) => {
    if (viewer.kind !== "person" || !canChangeSettings(viewer)) return notFound();
    const { brand, choice, version } = await publishedBrand(db);
    const [mine] = await db.select().from(brandDrafts).where(eq(brandDrafts.personId, viewer.id));
    const others = await db
      .select()
      .from(brandDrafts)
      .where(and(ne(brandDrafts.personId, viewer.id), eq(brandDrafts.baseVersion, version)))
      .limit(10);
    const versions = await versionsOf(db, brandSetting, brand);
    const nameOf = await namesOf(db, [...versions.map(({ by }) => by), ...others.map(({ personId }) => personId)]);
    const base = mine?.base ?? choice;
    const draft = mine?.draft ?? choice;
    const changes = differing(base, draft);
    const theirs = differing(base, choice);
    return done({
      version,
      published: choice,
      draft,
      revision: mine?.revision ?? 0,
      savedAt: mine?.updatedAt ?? null,
      /** What the draft changes, in words. */
      changes: changes.map((part) => partLabels[part]),
      errors: readBrand(draft).errors,
      /** What somebody published since this draft began; `both`: what this draft changes as well. */
      newer:
        mine && mine.baseVersion !== version
          ? {
              author: nameOf(brand.by),
              at: brand.at,
              both: theirs.filter((part) => changes.includes(part)).map((part) => partLabels[part]),
            }
          : null,
      others: others
        .filter((row) => differing(row.base, row.draft).length > 0)
        .map((row) => ({ name: nameOf(row.personId), at: row.updatedAt })),
      versions: versions.map(({ by, ...shown }) => ({ ...shown, author: nameOf(by) })),
    });
  },
});

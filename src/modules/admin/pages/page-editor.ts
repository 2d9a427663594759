import { and, eq, inArray, ne } from "drizzle-orm";
import { z } from "zod";
import { readPage, type StoredPage, type TextPage, textPage, textPages } from "#src/modules/operator/index.server.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { settings } from "#src/platform/tables.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { canChangeSettings } from "../domain/policy.ts";
import { namesOf, versionsOf } from "../setting-history.ts";
import { pageDrafts } from "../tables.ts";
import { differing, pageErrors, partLabels } from "./page-draft.ts";
import { pageValues } from "./page-values.ts";
import { draftOf, publishedPage } from "./stored-page.ts";

const isShipped = ({ text, title, description }: StoredPage): boolean =>
  text === null && title === "" && description === "";

export type PageEditor = Answer<typeof pageEditor>;

/** A page as this admin edits it: the own draft read as visitors would, what is published, what others do. Needs `settings`. */
export const pageEditor = query("admin.page-editor", {
  input: z.strictObject({ page: z.string().max(40) }),
  run: async ({ db, viewer, ctx: { runtime } }, sent) => {
    const page = textPage(sent.page);
    if (viewer.kind !== "person" || !canChangeSettings(viewer) || !page) return notFound();
    const { stored, words, version } = await publishedPage(db, runtime.config.home, page);
    const [mine] = await db.select().from(pageDrafts).where(draftOf(viewer.id, page));
    const others = await db
      .select()
      .from(pageDrafts)
      .where(and(eq(pageDrafts.page, page.name), ne(pageDrafts.personId, viewer.id)))
      .limit(10);
    const versions = await versionsOf(db, page.setting, stored);
    const nameOf = await namesOf(db, [...versions.map(({ by }) => by), ...others.map(({ personId }) => personId)]);
    const base = mine?.base ?? words;
    const draft = mine?.draft ?? words;
    const placeholders = await pageValues(runtime);
    const changes = differing(base, draft);
    const { problems, ...preview } = readPage(draft.text, page.label, placeholders, true);
    const theirs = differing(base, words);
    return done({
      name: page.name,
      label: page.label,
      version,
      draft,
      preview,
      problems,
      placeholders: Object.entries(placeholders).flatMap(([name, value]) =>
        value ? [{ name, value: "text" in value ? value.text : value.says }] : [],
      ),
      revision: mine?.revision ?? 0,
      savedAt: mine?.updatedAt ?? null,
      /** What the draft changes, in words. */
      changes: changes.map((part) => partLabels[part]),
      errors: changes.length > 0 ? pageErrors(draft, page.label, placeholders) : [],
      /** What somebody published since this draft began; `both`: what this draft changes as well. */
      newer:
        mine && mine.baseVersion !== version
          ? {
              author: nameOf(stored.by),
              at: stored.at,
              both: theirs.filter((part) => changes.includes(part)).map((part) => partLabels[part]),
            }
          : null,
      others: others
        .filter((row) => differing(row.base, row.draft).length > 0)
        .map((row) => ({ name: nameOf(row.personId), at: row.updatedAt })),
      versions: versions.map(({ number, by, at }) => ({ number, at, author: nameOf(by) })),
      shipped: isShipped(stored),
    });
  },
});

/** Every page whose text can be changed, with its state for this admin. Needs `settings`. */
export const pageList = query("admin.page-list", {
  input: z.strictObject({}),
  run: async ({ db, viewer }) => {
    if (viewer.kind !== "person" || !canChangeSettings(viewer)) return notFound();
    const keys = textPages.map(({ setting }) => setting.key);
    const rows = await db.select().from(settings).where(inArray(settings.key, keys));
    const drafts = await db.select().from(pageDrafts).where(eq(pageDrafts.personId, viewer.id));
    const storedOf = ({ setting }: TextPage): StoredPage => {
      const row = rows.find(({ key }) => key === setting.key);
      return row ? setting.schema.parse(row.value) : setting.default;
    };
    const nameOf = await namesOf(
      db,
      textPages.map((page) => storedOf(page).by),
    );
    return done(
      textPages.map((page) => {
        const stored = storedOf(page);
        const mine = drafts.find((row) => row.page === page.name);
        const drafted = mine && differing(mine.base, mine.draft).length > 0;
        return {
          name: page.name,
          label: page.label,
          shipped: isShipped(stored),
          draftAt: drafted ? mine.updatedAt : null,
          published: stored.number > 0 ? { author: nameOf(stored.by), at: stored.at } : null,
        };
      }),
    );
  },
});

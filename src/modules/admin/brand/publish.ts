import { eq } from "drizzle-orm";
import { z } from "zod";
import { type BrandChoice, brandSetting } from "#src/modules/operator/index.server.ts";
import { command } from "#src/platform/command.ts";
import { saveSetting, seenAtOnce } from "#src/platform/save-setting.ts";
import type { Work } from "#src/platform/work.ts";
import { invalid, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { actorId } from "#src/shared/viewer.ts";
import { canChangeSettings } from "../domain/policy.ts";
import { brandDrafts } from "../tables.ts";
import { readBrand } from "./draft.ts";
import { brandOfVersion, ownDraft, publishedBrand } from "./stored.ts";

const stale = refuse(
  "conflict",
  "Somebody published another look since you began this draft. Your draft is kept. Take their changes in first.",
);
const changed = refuse("conflict", "The draft was changed meanwhile. Look at it again, then publish it.");

const put = (work: Work, choice: BrandChoice, seenVersion: number): Promise<Outcome<number>> => {
  const news = { ...choice, number: seenVersion + 1, by: actorId(work.viewer), at: work.now.toISOString() };
  return saveSetting(work, brandSetting, news, seenVersion);
};

const input = z.strictObject({ seen: z.string().max(12) });

/**
 * Publishes the own draft: every page shows it from now on. Needs `settings`. Refuses invalid, naming what is wrong, and
 * conflict when the draft is another one than the page showed or when somebody else published meanwhile.
 */
export const publishBrand = seenAtOnce(
  command<z.infer<typeof input>, number>("admin.publish-brand", {
    input,
    run: async (work, { seen }) => {
      const { viewer } = work;
      if (viewer.kind !== "person" || !canChangeSettings(viewer)) return notFound();
      const row = await ownDraft(work, viewer.id);
      if (!row || seen !== String(row.revision)) return changed;
      const { version } = await publishedBrand(work.tx);
      if (row.baseVersion !== version) return stale;
      const { brand, errors } = readBrand(row.draft);
      if (!brand) return invalid(Object.entries(errors).map(([path, message]) => ({ path, message })));
      await work.tx.delete(brandDrafts).where(eq(brandDrafts.personId, viewer.id));
      return put(work, brand, version);
    },
  }),
);

const back = z.strictObject({ version: z.string().regex(/^\d{1,6}$/) });

/**
 * Publishes what was there before this version again. Needs `settings`. Refuses conflict when this version is not the
 * newest any more.
 */
export const undoBrand = seenAtOnce(
  command<z.infer<typeof back>, number>("admin.undo-brand", {
    input: back,
    run: async (work, sent) => {
      if (!canChangeSettings(work.viewer)) return notFound();
      const { version } = await publishedBrand(work.tx);
      if (String(version) !== sent.version || version === 0)
        return refuse("conflict", "Somebody published another look meanwhile. Nothing was undone.");
      const before = await brandOfVersion(work.tx, version - 1);
      return before ? put(work, before, version) : notFound();
    },
  }),
);

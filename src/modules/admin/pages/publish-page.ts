import { z } from "zod";
import { shippedText, textPage } from "#src/modules/operator/index.server.ts";
import { command } from "#src/platform/command.ts";
import { saveSetting, seenAtOnce } from "#src/platform/save-setting.ts";
import { invalid, notFound, refuse } from "#src/shared/outcome.ts";
import { canChangeSettings } from "../domain/policy.ts";
import { pageDrafts } from "../tables.ts";
import { pageErrors } from "./page-draft.ts";
import { pageValues } from "./page-values.ts";
import { draftOf, ownPageDraft, publishedPage } from "./stored-page.ts";

const stale = refuse(
  "conflict",
  "Somebody published this page since you began. Your draft is kept. Take their changes in first.",
);
const changed = refuse("conflict", "The draft was changed meanwhile. Look at it again, then publish it.");

const input = z.strictObject({ page: z.string().max(40), seen: z.string().max(12) });
type Input = z.infer<typeof input>;

/**
 * Publishes the own draft of a page: visitors read it from now on. What is equal to the shipped text stays the shipped
 * text, also of later releases. Needs `settings`. Refuses invalid, naming the lines, and conflict when the draft is
 * another one than the page showed or when somebody else published meanwhile.
 */
export const publishPage = seenAtOnce(
  command<Input, number>("admin.publish-page", {
    input,
    run: async (work, sent) => {
      const { viewer, now } = work;
      const { runtime } = work.ctx;
      const page = textPage(sent.page);
      if (viewer.kind !== "person" || !canChangeSettings(viewer) || !page) return notFound();
      const row = await ownPageDraft(work, viewer.id, page);
      if (!row || sent.seen !== String(row.revision)) return changed;
      const { version } = await publishedPage(work.tx, runtime.config.home, page);
      if (row.baseVersion !== version) return stale;
      const errors = pageErrors(row.draft, page.label, await pageValues(runtime));
      if (errors.length > 0) return invalid(errors);
      await work.tx.delete(pageDrafts).where(draftOf(viewer.id, page));
      const shipped = shippedText(runtime.config.home, page.name);
      const own = (part: "title" | "description") =>
        row.draft[part].trim() === shipped[part] ? "" : row.draft[part].trim();
      const text = row.draft.text === shipped.text ? null : row.draft.text;
      const news = { text, title: own("title"), description: own("description") };
      return saveSetting(
        work,
        page.setting,
        { ...news, number: version + 1, by: viewer.id, at: now.toISOString() },
        version,
      );
    },
  }),
);

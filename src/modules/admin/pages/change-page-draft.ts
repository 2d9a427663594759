import { z } from "zod";
import { type TextPage, textPage } from "#src/modules/operator/index.server.ts";
import { command } from "#src/platform/command.ts";
import type { Work } from "#src/platform/work.ts";
import { done, notFound, refuse } from "#src/shared/outcome.ts";
import { canChangeSettings } from "../domain/policy.ts";
import { type PageTexts, pageDrafts } from "../tables.ts";
import { mergePage } from "./page-draft.ts";
import { draftOf, ownPageDraft, type PageDraft, pageOfVersion, publishedPage } from "./stored-page.ts";

/** More than any page may have: what is too long is kept, too, and refused when it is published. */
const mostKept = 400_000;

const input = z.strictObject({
  page: z.string().max(40),
  /** `save`, `discard`, `merge`, `restore:<version>`. */
  step: z.string().max(40),
  /** The revision of the draft that the page showed. */
  seen: z.string().max(12),
  typed: z.strictObject({
    text: z.string().max(mostKept, "This text is too long to be kept. Make it shorter.").optional(),
    title: z.string().max(300).optional(),
    description: z.string().max(1000).optional(),
  }),
});
type Input = z.infer<typeof input>;
type Published = Awaited<ReturnType<typeof publishedPage>>;

const elsewhere = refuse(
  "conflict",
  "You changed this draft in another tab or on another device meanwhile. What you typed here is still in the fields; the draft has the other text.",
);

const begun = (personId: string, page: string, now: Date, { words, version }: Published): PageDraft => ({
  personId,
  page,
  baseVersion: version,
  base: words,
  draft: words,
  revision: 0,
  updatedAt: now,
});

/** The draft after the step; null when the step is not known. */
async function stepped(work: Work, page: TextPage, row: PageDraft, published: Published, { step, typed }: Input) {
  const draft: PageTexts = {
    text: typed.text ?? row.draft.text,
    title: typed.title ?? row.draft.title,
    description: typed.description ?? row.draft.description,
  };
  if (step === "save") return { ...row, draft };
  if (step === "merge") {
    const { words, version } = published;
    return { ...row, baseVersion: version, base: words, draft: mergePage(row.base, row.draft, words) };
  }
  const [, version] = /^restore:(\d{1,6})$/.exec(step) ?? [];
  const past = version && (await pageOfVersion(work.tx, work.ctx.runtime.config.home, page, Number(version)));
  return past ? { ...row, draft: past } : null;
}

/**
 * Changes the own draft of a page; nothing is published by it. Gives its revision. Needs `settings`. Refuses conflict
 * when the draft was changed since the page was made.
 */
export const changePageDraft = command<Input, number>("admin.change-page-draft", {
  input,
  run: async (work, sent) => {
    const { viewer } = work;
    const page = textPage(sent.page);
    if (viewer.kind !== "person" || !canChangeSettings(viewer) || !page) return notFound();
    if (sent.step === "discard") {
      await work.tx.delete(pageDrafts).where(draftOf(viewer.id, page));
      return done(0);
    }
    const published = await publishedPage(work.tx, work.ctx.runtime.config.home, page);
    const row = (await ownPageDraft(work, viewer.id, page)) ?? begun(viewer.id, page.name, work.now, published);
    if (sent.seen !== String(row.revision)) return elsewhere;
    const changed = await stepped(work, page, row, published, sent);
    if (!changed) return notFound();
    const next = { ...changed, revision: row.revision + 1, updatedAt: work.now };
    const target = [pageDrafts.personId, pageDrafts.page];
    await work.tx.insert(pageDrafts).values(next).onConflictDoUpdate({ target, set: next });
    return done(next.revision);
  },
});

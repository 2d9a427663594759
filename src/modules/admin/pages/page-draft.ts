import { z } from "zod";
import { isLegal, linkedFrom, type PageSource, type TextPage } from "#src/modules/operator/index.server.ts";
import { command } from "#src/platform/command.ts";
import { seenAtOnce } from "#src/platform/save-setting.ts";
import { mustBeFresh } from "#src/platform/work.ts";
import { notFound, type Outcome } from "#src/shared/outcome.ts";
import { momentWithoutChoice } from "#src/shared/zone.ts";
import { canChangeSettings } from "../domain/policy.ts";
import { changeDraft, publishDraft, undoVersion } from "../drafts/own-draft.ts";
import { editablePage, keepAddress, lockPages } from "./page-kind.ts";
import { lookAtPlan, tellClients } from "./planned-page.ts";

/** More than any page may have: what is too long is kept, too, and refused when it is published. */
const mostKept = 400_000;

const changeInput = z.strictObject({
  page: z.string().max(40),
  /** `save`, or a step of every draft. */
  step: z.string().max(40),
  /** The revision of the draft that the page showed. */
  seen: z.string().max(12),
  typed: z.strictObject({
    text: z.string().max(mostKept, "This text is too long to save. Make it shorter.").optional(),
    title: z.string().max(300).optional(),
    description: z.string().max(1000).optional(),
    /** Of a page of the operator's own. */
    label: z.string().max(300).optional(),
    slug: z.string().max(300).optional(),
    place: z.enum(linkedFrom).optional(),
    /** Of the samples. */
    mayShow: z.boolean().optional(),
  }),
});
type ChangeInput = z.infer<typeof changeInput>;

const withTyped = ({ own, mayShow, ...draft }: PageSource, typed: ChangeInput["typed"]): PageSource => ({
  text: typed.text ?? draft.text,
  title: typed.title ?? draft.title,
  description: typed.description ?? draft.description,
  ...(mayShow !== undefined && { mayShow: typed.mayShow ?? mayShow }),
  ...(own && {
    own: {
      label: typed.label ?? own.label,
      slug: typed.slug?.trim() ?? own.slug,
      place: typed.place ?? own.place,
    },
  }),
});

/**
 * Changes the own draft of a page; nothing is published by it. Gives its revision. Needs `settings`. Refuses conflict
 * when the draft was changed since the page was made.
 */
export const changePageDraft = command<ChangeInput, number>("admin.change-page-draft", {
  input: changeInput,
  run: async (work, { page: name, typed, ...sent }) => {
    const found = await editablePage(work.tx, work.ctx.runtime.config.home, name);
    if (!found) return notFound();
    return changeDraft(work, found.kind, sent, (draft) => (sent.step === "save" ? withTyped(draft, typed) : null));
  },
});

const moment = z.string().max(20).default("");
const input = z.strictObject({
  ...{ page: z.string().max(40), seen: z.string().max(12), date: moment, time: moment },
  /** Of a text that people accept: clients with open orders get an e-mail. */
  tell: z.boolean().default(false),
});

/**
 * Publishes the own draft of a page: visitors read it from now on. Refuses invalid, naming the lines. A text that people
 * accept needs a fresh sign-in. What is planned of the page is published over it at its time.
 */
export const publishPage = seenAtOnce(
  command<z.infer<typeof input>, number>("admin.publish-page", {
    input,
    run: async (work, { page: name, seen, tell, ...typed }) => {
      await lockPages(work);
      const found = await editablePage(work.tx, work.ctx.runtime.config.home, name);
      if (!found) return notFound();
      const stale = isLegal(name) && canChangeSettings(work.viewer) ? mustBeFresh(work) : null;
      const refused = stale ?? momentWithoutChoice(typed);
      if (refused) return refused;
      const published = await publishDraft(work, found.kind, seen);
      const kept = published.ok && found.page.own ? await keepAddress(work, found.page) : published;
      if (!kept.ok) return kept;
      await lookAtPlan(work, name);
      if (tell && isLegal(name)) await tellClients(work, name);
      return published;
    },
  }),
);

/** A text that people accept has its own versions; of a page of the operator's own, older words are restored as a draft. */
export const canUndo = (page: TextPage): boolean => !page.own && !isLegal(page.name);

/**
 * Publishes the version before the newest one of a page again. Refuses not-found for a page without this step, and
 * conflict when another version is the newest by now.
 */
export const undoPage = seenAtOnce(
  command("admin.undo-page", {
    input: z.strictObject({ page: z.string().max(40), version: z.string().max(12) }),
    run: async (work, { page: name, version }): Promise<Outcome<number>> => {
      await lockPages(work);
      const found = await editablePage(work.tx, work.ctx.runtime.config.home, name);
      if (!found || !canUndo(found.page)) return notFound();
      const undone = await undoVersion(work, found.kind, version);
      if (undone.ok) await lookAtPlan(work, name);
      return undone;
    },
  }),
);

import { and, eq, inArray, ne } from "drizzle-orm";
import { z } from "zod";
import {
  isLegal,
  mostCharacters,
  ownPageIds,
  ownPageOf,
  ownPageSetting,
  ownPagesSetting,
  pageValues,
  readPage,
  type StoredPage,
  textPages,
} from "#src/modules/operator/index.server.ts";
import { countClientsWithOpenOrders } from "#src/modules/orders/index.server.ts";
import { type ChangedPart, textChanges } from "#src/modules/orders/index.ts";
import { type Answer, type Ask, query } from "#src/platform/query.ts";
import { readSetting, type Setting } from "#src/platform/settings.ts";
import { settings } from "#src/platform/tables.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { canChangeSettings } from "../domain/policy.ts";
import { differing } from "../drafts/draft-kind.ts";
import { draftState, namesOf, ofVersion } from "../drafts/own-draft.ts";
import { plannedPages, siteDrafts } from "../tables.ts";
import { faqChanges, faqRows } from "./faq-rows.ts";
import { canUndo } from "./page-draft.ts";
import { type EditablePage, editablePage, pageForms, whereOf } from "./page-kind.ts";
import { planOf, planOver } from "./planned-page.ts";

const isShipped = ({ text, title, description }: StoredPage): boolean =>
  text === null && title === "" && description === "";

/** What waits for its time, and what stands against it. */
async function planned({ db, ctx: { runtime } }: Pick<Ask, "db" | "ctx">, { page, kind }: EditablePage) {
  const plan = await planOf(db, page.name);
  if (!plan) return null;
  const over = await planOver(db, runtime, kind, plan);
  const nameOf = await namesOf(db, [plan.personId, over.stored.by]);
  return {
    author: nameOf(plan.personId),
    at: plan.at,
    tell: plan.tell,
    /** What it changes, in words. */
    changes: differing(kind, over.published, over.result).map((part) => kind.labels[part]),
    words: changedText(over.published.text, over.result.text),
    /** Who published since, and when. */
    newer: over.newer ? { author: nameOf(over.stored.by), at: over.stored.at } : null,
    both: over.both,
    errors: over.errors.map(({ message }) => message),
  };
}

/** What changed between two texts, without the paragraphs that did not; null: they are too long to compare. */
const changedText = (before: string, now: string): readonly ChangedPart[] | null =>
  Math.max(before.length, now.length) > mostCharacters
    ? null
    : [...textChanges(before, now)].filter(({ pieces }) => pieces.some(({ mark }) => mark !== "same"));

/** The questions of a draft as rows, and what it changes of them; null: they are edited as a text. */
function faqOf(base: string, text: string) {
  const [before, now] = [faqRows(base), faqRows(text)];
  return now && { ...now, changes: before ? faqChanges(before, now) : ["text"] };
}

export type PageEditor = Answer<typeof pageEditor>;

/** A page as this admin edits it: the own draft read as visitors would, what is published, what others do. Needs `settings`. */
export const pageEditor = query("admin.page-editor", {
  input: z.strictObject({
    page: z.string().max(40),
    /** The version to compare the draft with, or else the public text. */
    compare: z.string().max(8).optional(),
  }),
  run: async (ask, sent) => {
    const { runtime } = ask.ctx;
    const found = await editablePage(ask.db, runtime.config.home, sent.page);
    const state = found && (await draftState(ask, found.kind));
    if (!state) return notFound();
    const { page, kind } = found;
    const placeholders = await pageValues(runtime, page.name);
    const { problems, ...preview } = readPage(state.draft.text, page.label, placeholders, true);
    const { stored, published, base, versions, ...draft } = state;
    const against = /^\d{1,6}$/.test(sent.compare ?? "") ? Number(sent.compare) : null;
    const past = against === null ? null : await ofVersion(ask.db, kind, against);
    return done({
      ...draft,
      name: page.name,
      /** What the text has to be made of; null: of anything. */
      form: pageForms[page.name]?.text ?? null,
      label: page.label,
      address: page.address,
      /** Of a page of the operator's own: whether visitors can read it. */
      own: page.own && { shown: page.own.shown },
      preview,
      planned: await planned(ask, found),
      problems: problems.map((one) => ({ ...one, where: whereOf(page, state.draft.text, one.line) })),
      /** The questions page as rows; null: its draft is edited as a text. */
      faq: page.name === "faq" ? faqOf(base.text, state.draft.text) : null,
      /** It is a text that people accept: its versions are compared on a page of their own. */
      accepted: isLegal(page.name),
      /** How many clients could be notified of a new version; null: it is not a text that people accept. */
      clients: isLegal(page.name) ? await countClientsWithOpenOrders(ask.db) : null,
      /** The newest version can be taken back. */
      canUndo: canUndo(page) && draft.version > 0,
      placeholders: Object.entries(placeholders).flatMap(([name, value]) =>
        value ? [{ name, value: "text" in value ? value.text : value.says }] : [],
      ),
      versions: versions.map(({ value: _words, ...version }) => version),
      shipped: isShipped(stored),
      /** What others changed since this draft began, and what the draft changes against the version that was asked for. */
      theirs: draft.newer && changedText(base.text, published.text),
      compared: past && { against, changes: changedText(past.text, state.draft.text) },
    });
  },
});

/** Every page whose text can be changed, with its state for this admin: those of the product, and the operator's own. Needs `settings`. */
export const pageList = query("admin.page-list", {
  input: z.strictObject({}),
  run: async ({ db, viewer }) => {
    if (viewer.kind !== "person" || !canChangeSettings(viewer)) return notFound();
    const { value: index } = await readSetting(db, ownPagesSetting);
    const ids = ownPageIds(index);
    const keys = [...textPages.map(({ setting }) => setting), ...ids.map(ownPageSetting)].map(({ key }) => key);
    const rows = await db.select().from(settings).where(inArray(settings.key, keys));
    const drafts = await db
      .select({ setting: siteDrafts.setting, updatedAt: siteDrafts.updatedAt })
      .from(siteDrafts)
      .where(and(eq(siteDrafts.personId, viewer.id), ne(siteDrafts.base, siteDrafts.draft)));
    const plans = await db.select({ page: plannedPages.page, at: plannedPages.at }).from(plannedPages);
    const storedOf = (setting: Setting<StoredPage>): StoredPage => {
      const row = rows.find(({ key }) => key === setting.key);
      return row ? setting.schema.parse(row.value) : setting.default;
    };
    const own = ids.map((id) => ownPageOf(id, storedOf(ownPageSetting(id)))).filter((one) => one !== null);
    const pages = [...textPages, ...own].map((page) => ({ page, stored: storedOf(page.setting) }));
    const nameOf = await namesOf(
      db,
      pages.map(({ stored }) => stored.by),
    );
    const listed = pages.map(({ page, stored }) => ({
      name: page.name,
      label: page.label,
      address: page.address,
      own: page.own && { shown: page.own.shown, place: page.own.place },
      shipped: isShipped(stored),
      draftAt: drafts.find(({ setting }) => setting === page.setting.key)?.updatedAt ?? null,
      plannedAt: plans.find(({ page: of }) => of === page.name)?.at ?? null,
      published: stored.number > 0 ? { author: nameOf(stored.by), at: stored.at } : null,
    }));
    return done({ original: listed.filter(({ own: of }) => !of), own: listed.filter(({ own: of }) => of) });
  },
});

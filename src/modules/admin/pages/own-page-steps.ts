import { and, eq, ne } from "drizzle-orm";
import { z } from "zod";
import {
  findPage,
  mostOwnPages,
  newSlug,
  type OwnFacts,
  ownPageSetting,
  ownPages,
  type TextPage,
} from "#src/modules/operator/index.server.ts";
import { command } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { saveSetting, seenAtOnce } from "#src/platform/save-setting.ts";
import { readSetting } from "#src/platform/settings.ts";
import type { Work } from "#src/platform/work.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { actorId } from "#src/shared/viewer.ts";
import { canChangeSettings } from "../domain/policy.ts";
import { namesOf } from "../drafts/own-draft.ts";
import { plannedPages, siteDrafts } from "../tables.ts";
import { changeAddresses, editablePage, firstVersion, lockPages, otherPages, readNow } from "./page-kind.ts";
import { planOf } from "./planned-page.ts";

type Own = TextPage & { own: OwnFacts };

const input = z.strictObject({ page: z.string().max(40) });

async function ownPage(work: Work, name: string): Promise<Own | null> {
  if (!canChangeSettings(work.viewer)) return null;
  await lockPages(work);
  const page = await findPage(readNow(work.tx), name);
  return page?.own ? { ...page, own: page.own } : null;
}

const isPlanned = refuse(
  "conflict",
  "A version of this page is planned, and visitors would read it then. Stop it first.",
);

/** Stores a page with other facts; drafts and plans of it go on from there, for the words are the same. */
async function putFacts(work: Work, { name, setting }: Own, own: OwnFacts | null): Promise<Outcome<number>> {
  const { value, version } = await readSetting(work.tx, setting);
  const { own: _before, ...words } = value;
  const stamp = { number: version + 1, by: actorId(work.viewer), at: work.now.toISOString() };
  const facts = own ? { ...words, own } : { ...words, text: null, title: "", description: "" };
  const saved = await saveSetting(work, setting, { ...facts, ...stamp }, version);
  if (!saved.ok) return saved;
  const next = { baseVersion: saved.value };
  await work.tx
    .update(siteDrafts)
    .set(next)
    .where(and(eq(siteDrafts.setting, setting.key), eq(siteDrafts.baseVersion, version)));
  await work.tx
    .update(plannedPages)
    .set(next)
    .where(and(eq(plannedPages.page, name), eq(plannedPages.baseVersion, version)));
  return saved;
}

/** What keeps the published words of a page from being shown, in words. */
async function whyNotShown({ tx, ctx: { runtime } }: Work, name: string): Promise<string | null> {
  const found = await editablePage(tx, runtime.config.home, name);
  if (!found) return null;
  const { value } = await readSetting(tx, found.page.setting);
  const [first] = await found.kind.check(found.kind.read(value), runtime);
  return first?.message ?? null;
}

/**
 * Whether visitors can read a page of the operator's own; its text and its history stay. Needs `settings`. Refuses to hide
 * one of which a version is planned.
 */
export const showPage = seenAtOnce(
  command("admin.show-page", {
    input: z.strictObject({ ...input.shape, shown: z.boolean() }),
    run: async (work, { page: name, shown }) => {
      const page = await ownPage(work, name);
      if (!page) return notFound();
      if (page.own.shown === shown) return done(0);
      if (!shown && (await planOf(work.tx, name))) return isPlanned;
      const wrong = shown ? await whyNotShown(work, name) : null;
      return wrong ? refuse("conflict", wrong) : putFacts(work, page, { ...page.own, shown });
    },
  }),
);

/**
 * Deletes a page of the operator's own, and frees its addresses. Needs `settings`. Refuses while another admin has a draft
 * of it, or a version is planned.
 */
export const deletePage = seenAtOnce(
  command("admin.delete-page", {
    input,
    run: async (work, { page: name }) => {
      const page = await ownPage(work, name);
      if (!page) return notFound();
      if (await planOf(work.tx, name)) return isPlanned;
      const ofPage = eq(siteDrafts.setting, page.setting.key);
      const mine = actorId(work.viewer);
      const [other] = await work.tx
        .select({ personId: siteDrafts.personId })
        .from(siteDrafts)
        .where(and(ofPage, ne(siteDrafts.personId, mine), ne(siteDrafts.base, siteDrafts.draft)))
        .limit(1);
      if (other) {
        const nameOf = await namesOf(work.tx, [other.personId]);
        return refuse(
          "conflict",
          `${nameOf(other.personId)} has a draft of this page. It can be deleted when the draft is published or discarded.`,
        );
      }
      await work.tx.delete(siteDrafts).where(ofPage);
      const emptied = await putFacts(work, page, null);
      if (!emptied.ok) return emptied;
      return changeAddresses(work, (addresses) => addresses.filter(({ id }) => id !== name));
    },
  }),
);

const mostInLabel = 40;
const makeInput = z.strictObject({
  label: z
    .string()
    .trim()
    .min(1, "Write what the page is called.")
    .refine((label) => [...label].length <= mostInLabel, `At most ${mostInLabel} characters.`),
});

/**
 * Makes a page of the operator's own, which nobody can read before it is published, and gives its id; of a page that has
 * this name already, the id of that one. Needs `settings`.
 */
export const makePage = command<z.infer<typeof makeInput>, string>("admin.make-page", {
  input: makeInput,
  run: async (work, { label }) => {
    if (!canChangeSettings(work.viewer)) return notFound();
    await lockPages(work);
    const read = readNow(work.tx);
    const pages = await ownPages(read);
    const same = pages.find((one) => one.label === label);
    if (same) return done(same.name);
    if (pages.length >= mostOwnPages)
      return refuse(
        "conflict",
        `You have ${mostOwnPages} pages of your own, and no more can be made. Delete one first.`,
      );
    const id = newId(work.now.getTime());
    const slug = newSlug(label, await otherPages(read, null));
    const page = {
      ...{ number: firstVersion, text: `# ${label}\n`, title: "", description: "" },
      ...{ by: actorId(work.viewer), at: work.now.toISOString() },
      own: { label, slug, place: "footer" as const, shown: false },
    };
    const saved = await saveSetting(work, ownPageSetting(id), page, 0);
    const kept = saved.ok ? await changeAddresses(work, (addresses) => [...addresses, { slug, id }]) : saved;
    return kept.ok ? done(id) : kept;
  },
});

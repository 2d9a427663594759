import { eq } from "drizzle-orm";
import { z } from "zod";
import type { BrandChoice } from "#src/modules/operator/index.server.ts";
import { judgeColour } from "#src/modules/operator/index.ts";
import { command } from "#src/platform/command.ts";
import type { Work } from "#src/platform/work.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { canChangeSettings } from "../domain/policy.ts";
import { brandDrafts } from "../tables.ts";
import { mergeBrand } from "./draft.ts";
import { slots } from "./read-picture.ts";
import { type BrandDraft, brandOfVersion, ownDraft, publishedBrand } from "./stored.ts";

const input = z.strictObject({
  /** What to do besides keeping what was typed: `save`, `offer`, `discard`, `merge`, `restore:<version>`, `remove:<picture>`. */
  step: z.string().max(40),
  /** The revision of the draft that the page showed. */
  seen: z.string().max(12),
  typed: z.strictObject({ colour: z.string().max(40).optional() }),
});
type Input = z.infer<typeof input>;
type Published = Awaited<ReturnType<typeof publishedBrand>>;

const elsewhere = refuse(
  "conflict",
  "You changed this draft in another tab or on another device meanwhile. Here it is as it is now; make your last change again.",
);

const begun = (personId: string, now: Date, { choice, version }: Published): BrandDraft => ({
  personId,
  baseVersion: version,
  base: choice,
  draft: choice,
  revision: 0,
  updatedAt: now,
});

/** The nearest colour that passes in the place of the typed one. */
function offered(draft: BrandChoice): BrandChoice {
  const judged = judgeColour(draft.colour);
  return judged.ok || !judged.offer ? draft : { ...draft, colour: judged.offer };
}

/** The draft after the step; null when the step is not known. */
async function stepped(work: Work, { draft }: BrandDraft, { step, typed }: Input): Promise<BrandChoice | null> {
  const { colour = draft.colour } = typed;
  const taken = { ...draft, colour: colour.trim() };
  if (step === "save") return taken;
  if (step === "offer") return offered(taken);
  const [verb, what = ""] = step.split(":");
  const slot = slots.find((one) => one === what);
  if (verb === "remove" && slot) return { ...taken, [slot]: null };
  return verb === "restore" && /^\d{1,6}$/.test(what) ? brandOfVersion(work.tx, Number(what)) : null;
}

const rebased = (row: BrandDraft, { choice, version }: Published): BrandDraft => ({
  ...row,
  baseVersion: version,
  base: choice,
  draft: mergeBrand(row.base, row.draft, choice),
});

/** Changes a draft that the page showed in this revision, or begins one; gives its new revision. */
export async function changeOwn(
  work: Work,
  personId: string,
  seen: string,
  change: (row: BrandDraft, published: Published) => Promise<BrandDraft | null> | BrandDraft | null,
): Promise<Outcome<number>> {
  const published = await publishedBrand(work.tx);
  const row = (await ownDraft(work, personId)) ?? begun(personId, work.now, published);
  if (seen !== String(row.revision)) return elsewhere;
  const changed = await change(row, published);
  if (!changed) return notFound();
  const next = { ...changed, revision: row.revision + 1, updatedAt: work.now };
  await work.tx.insert(brandDrafts).values(next).onConflictDoUpdate({ target: brandDrafts.personId, set: next });
  return done(next.revision);
}

/**
 * Changes the own draft of the brand; nothing is published by it. Needs `settings`. Refuses conflict when the draft was
 * changed since the page was made.
 */
export const changeBrandDraft = command<Input, number>("admin.change-brand-draft", {
  input,
  run: async (work, sent) => {
    const { viewer } = work;
    if (viewer.kind !== "person" || !canChangeSettings(viewer)) return notFound();
    if (sent.step === "discard") {
      await work.tx.delete(brandDrafts).where(eq(brandDrafts.personId, viewer.id));
      return done(0);
    }
    return changeOwn(work, viewer.id, sent.seen, async (row, published) => {
      if (sent.step === "merge") return rebased(row, published);
      const draft = await stepped(work, row, sent);
      return draft && { ...row, draft };
    });
  },
});

import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { isLegal, type TextPage } from "#src/modules/operator/index.server.ts";
import { command } from "#src/platform/command.ts";
import type { Work } from "#src/platform/work.ts";
import { mustBeFresh } from "#src/platform/work.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { actorId } from "#src/shared/viewer.ts";
import { plannedMoment } from "#src/shared/zone.ts";
import { canChangeSettings } from "../domain/policy.ts";
import { namesOf, takeDraft } from "../drafts/own-draft.ts";
import { siteDrafts } from "../tables.ts";
import { type EditablePage, editablePage, lockPages } from "./editable-page.ts";
import { dropPlan, type Plan, planOf, putPlan } from "./planned-page.ts";

/** The page whose plan this viewer may change, locked. A text that people accept needs a fresh sign-in. */
async function planned(work: Work, name: string): Promise<Outcome<EditablePage>> {
  if (!canChangeSettings(work.viewer)) return notFound();
  await lockPages(work);
  const found = await editablePage(work.tx, work.ctx.runtime.config.home, name);
  if (!found) return notFound();
  return (isLegal(name) ? mustBeFresh(work) : null) ?? done(found);
}

const name = z.string().max(40);
const moment = { date: z.string().max(20), time: z.string().max(20), zone: z.string().max(64) };
const tell = z.boolean().default(false);
const input = z.strictObject({ page: name, seen: z.string().max(12), ...moment, tell });

/**
 * Plans the own draft of a page: it is published by itself at its time. Refuses invalid as publishing does, and conflict
 * while another version of the page is planned.
 */
export const planPage = command<z.infer<typeof input>, null>("admin.plan-page", {
  input,
  run: async (work, { page, seen, tell, ...typed }) => {
    const found = await planned(work, page);
    if (!found.ok) return found;
    const other = await planOf(work.tx, page);
    if (other) {
      const nameOf = await namesOf(work.tx, [other.personId]);
      return refuse(
        "conflict",
        `${nameOf(other.personId)} planned a version of this page. Your draft is kept. Publish it now, or stop the planned one first.`,
      );
    }
    const at = plannedMoment(typed, work.now);
    if (!at.ok) return at;
    const taken = await takeDraft(work, found.value.kind, seen);
    if (!taken.ok) return taken;
    const { baseVersion, base, draft } = taken.value;
    const by = { personId: actorId(work.viewer), plannedAt: work.now };
    await putPlan(work, { page, baseVersion, base, draft, at: at.value, tell: tell && isLegal(page), ...by });
    work.audit({ action: "admin.page-planned", subject: page, detail: { at: at.value.toISOString() } });
    return done(null);
  },
});

const stop = z.strictObject({ page: name, drop: z.boolean() });

/** What the plan was becomes the own draft, in the place of one that changes nothing. The right to show it is asked again. */
async function keepAsDraft(work: Work, { setting }: TextPage, { baseVersion, base, draft: planned }: Plan) {
  const draft = planned.mayShow ? { ...planned, mayShow: false } : planned;
  const mine = and(eq(siteDrafts.personId, actorId(work.viewer)), eq(siteDrafts.setting, setting.key));
  await work.tx.delete(siteDrafts).where(and(mine, eq(siteDrafts.base, siteDrafts.draft)));
  const row = { personId: actorId(work.viewer), setting: setting.key, baseVersion, base, draft };
  const kept = await work.tx
    .insert(siteDrafts)
    .values({ ...row, revision: 1, updatedAt: work.now })
    .onConflictDoNothing()
    .returning({ revision: siteDrafts.revision });
  return kept.length > 0;
}

/**
 * Takes back a planned version; its words become the own draft, or are deleted with `drop`. Refuses conflict when it was
 * published or stopped meanwhile, and when there is another own draft.
 */
export const stopPlan = command<z.infer<typeof stop>, null>("admin.stop-page-plan", {
  input: stop,
  run: async (work, { page, drop }) => {
    const found = await planned(work, page);
    if (!found.ok) return found;
    const plan = await planOf(work.tx, page);
    if (!plan) return refuse("conflict", "Nothing is planned any more. It was published or stopped in the meantime.");
    if (!drop && !(await keepAsDraft(work, found.value.page, plan)))
      return refuse("conflict", "You have another draft of this page now. Look at the page again, then stop the plan.");
    await dropPlan(work, page);
    work.audit({ action: "admin.page-stopped", subject: page, detail: { at: plan.at.toISOString(), drop } });
    return done(null);
  },
});

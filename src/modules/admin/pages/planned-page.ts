import { eq } from "drizzle-orm";
import { isLegal, type PageSource, type StoredPage } from "#src/modules/operator/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { clearTimer, setTimer, type TimerKind } from "#src/platform/timers.ts";
import type { Work } from "#src/platform/work.ts";
import { type DraftKind, merged } from "../drafts/draft-kind.ts";
import { publishedOf, putVersion } from "../drafts/own-draft.ts";
import { plannedPages } from "../tables.ts";
import { editablePage, lockPages } from "./editable-page.ts";
import { keepAddress } from "./own-addresses.ts";
import { tellClients } from "./tell-clients.ts";

const kind = "admin.publish-page";

export type Plan = Omit<typeof plannedPages.$inferSelect, "base" | "draft"> & { base: PageSource; draft: PageSource };

/** The version of a page that waits for its time; null: none does. */
export async function planOf(db: Database, page: string): Promise<Plan | null> {
  const [row] = await db.select().from(plannedPages).where(eq(plannedPages.page, page));
  return (row as Plan | undefined) ?? null;
}

export async function putPlan(work: Work, plan: Plan): Promise<void> {
  await work.tx.insert(plannedPages).values(plan);
  await setTimer(work, { kind, subject: plan.page, due: plan.at });
}

export async function dropPlan(work: Work, page: string): Promise<void> {
  await work.tx.delete(plannedPages).where(eq(plannedPages.page, page));
  await clearTimer(work, { kind, subject: page });
}

/**
 * A planned version over what is published now: that keeps what the plan does not change. `both`: parts where both
 * changed the same place. With those, or with errors, it is not published by itself.
 */
export async function planOver(
  db: Database,
  runtime: Runtime,
  of: DraftKind<PageSource, StoredPage>,
  { baseVersion, base, draft }: Plan,
) {
  const { stored, value, version } = await publishedOf(db, of);
  const newer = baseVersion !== version;
  const { result, both } = newer ? merged(of, base, draft, value) : { result: draft, both: [] };
  const errors = both.length > 0 ? [] : await of.check(result, runtime);
  const held = both.length + errors.length > 0;
  return { stored, published: value, version, newer, result, both: both.map((part) => of.labels[part]), errors, held };
}

type Over = Awaited<ReturnType<typeof planOver>>;

const tellHeld = (work: Work, label: string, { page, personId, at }: Plan, { version, errors }: Over): void =>
  work.emit({
    name: "admin.page-held",
    subject: page,
    payload: { label, author: personId, at: at.toISOString(), version, wrong: errors[0]?.message ?? "" },
  });

/** After another version was published: what is planned now waits on, is held back, or comes at once if its time is over. */
export async function lookAtPlan(work: Work, page: string): Promise<void> {
  const plan = await planOf(work.tx, page);
  const { runtime } = work.ctx;
  const found = plan && (await editablePage(work.tx, runtime.config.home, page));
  if (!found) return;
  const over = await planOver(work.tx, runtime, found.kind, plan);
  if (over.held) tellHeld(work, found.page.label, plan, over);
  else if (plan.at <= work.now) await setTimer(work, { kind, subject: page, due: work.now });
}

/** Publishes a planned version when its time comes, unless something stands against it. */
export const plannedPageTimer: TimerKind = {
  kind,
  lock: lockPages,
  run: async (work, name) => {
    const { tx, ctx } = work;
    const plan = await planOf(tx, name);
    const found = plan && (await editablePage(tx, ctx.runtime.config.home, name));
    if (!found) return;
    const over = await planOver(tx, ctx.runtime, found.kind, plan);
    if (over.held) return tellHeld(work, found.page.label, plan, over);
    await tx.delete(plannedPages).where(eq(plannedPages.page, name));
    const saved = await putVersion(work, found.kind, over.result, over.version, plan.personId);
    const kept = saved.ok && found.page.own ? await keepAddress(work, found.page) : saved;
    if (!kept.ok) throw new Error(kept.message);
    if (plan.tell && isLegal(name)) await tellClients(work, name);
  },
};

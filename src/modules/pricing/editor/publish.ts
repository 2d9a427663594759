import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { saveSetting } from "#src/platform/save-setting.ts";
import { settings } from "#src/platform/tables.ts";
import { clearTimer, setTimer, type TimerKind } from "#src/platform/timers.ts";
import type { Work } from "#src/platform/work.ts";
import { mustBeFresh } from "#src/platform/work.ts";
import { done, notFound, type Outcome, type Refusal, refuse } from "#src/shared/outcome.ts";
import { actorId } from "#src/shared/viewer.ts";
import { momentWithoutChoice, plannedMoment } from "#src/shared/zone.ts";
import { canEditPrices } from "../domain/policy.ts";
import type { PricingTable } from "../domain/tables.ts";
import { type LoadedPricing, loadPricing } from "../queries/load-pricing.ts";
import { pricingSetting } from "../settings.ts";
import { type Publication, priceDrafts, publications } from "../tables.ts";
import { changesBetween } from "./changes.ts";
import { checkDraft } from "./check-draft.ts";
import { draftOf } from "./draft.ts";
import { baseOf, scheduledIn, waitingOver } from "./price-editor.ts";

const timer = "pricing.publish";
const subject = "prices";

export const reason = z.string().trim().min(3, "Say in a few words why the prices change.").max(500);
const input = z.strictObject({
  reason,
  seen: z.string().max(12),
  when: z.enum(["now", "later"]).default("now"),
  date: z.string().max(20).default(""),
  time: z.string().max(20).default(""),
  zone: z.string().max(64).default(""),
});
type Input = z.infer<typeof input>;

const waits = refuse("conflict", "Other prices are planned already. Publish these now, or withdraw the others first.");
const stale = refuse(
  "conflict",
  "Somebody published prices after you started this draft. Take their changes into your draft first.",
);

type News = Pick<Publication, "table" | "reason"> & { backTo?: number };

/** The first table has a row of its own, so that the history begins where the prices began. */
async function rememberFirst(work: Work, { table, version }: LoadedPricing): Promise<void> {
  const stored = work.tx.select({ at: settings.updatedAt }).from(settings).where(eq(settings.key, pricingSetting.key));
  const [row] = await stored;
  const first = {
    id: newId(),
    state: "published" as const,
    version,
    table,
    baseVersion: version,
    at: row?.at ?? work.now,
    createdAt: new Date(work.now.getTime() - 1),
    author: "system:pricing",
    reason: "The prices before the first change.",
  };
  await work.tx.insert(publications).values(first).onConflictDoNothing();
}

const rowFor = (work: Work, news: News, baseVersion: number, at: Date) => ({
  id: newId(),
  table: news.table,
  reason: news.reason,
  backTo: news.backTo ?? null,
  baseVersion,
  at,
  createdAt: work.now,
  author: actorId(work.viewer),
});

async function publishNow(work: Work, news: News, current: LoadedPricing): Promise<Outcome<number>> {
  await rememberFirst(work, current);
  const version = await saveSetting(work, pricingSetting, news.table, current.version);
  if (!version.ok) return version;
  const row = { ...rowFor(work, news, current.version, work.now), state: "published" as const, version: version.value };
  await work.tx.insert(publications).values(row);
  work.audit({
    action: "prices.published",
    subject,
    detail: { version: version.value, reason: news.reason, ...(news.backTo && { backTo: news.backTo }) },
  });
  await lookAtWaiting(work, { table: news.table, version: version.value });
  return version;
}

/**
 * After other prices came: those that wait and change the same values are held back, and admins are notified before their
 * day; held back until now and free again, they come at once if their day is over.
 */
async function lookAtWaiting(work: Work, current: LoadedPricing): Promise<void> {
  const waiting = await scheduledIn(work.tx, true);
  if (!waiting) return;
  const { table, both } = await waitingOver(work.tx, waiting, current);
  if (!table) return announceHeld(work, waiting, current, both);
  if (waiting.at <= work.now) await setTimer(work, { kind: timer, subject, due: work.now });
}

const announceHeld = (work: Work, waiting: Publication, { version }: LoadedPricing, both: readonly string[]): void =>
  work.emit({
    name: "pricing.held-back",
    subject: waiting.id,
    payload: { author: waiting.author, at: waiting.at.toISOString(), version, both },
  });

async function schedule(work: Work, news: News, current: LoadedPricing, at: Date): Promise<Outcome<number>> {
  await rememberFirst(work, current);
  const row = { ...rowFor(work, news, current.version, at), state: "scheduled" as const, version: null };
  await work.tx.insert(publications).values(row);
  await setTimer(work, { kind: timer, subject, due: at });
  work.audit({ action: "prices.scheduled", subject, detail: { at: at.toISOString(), reason: news.reason } });
  return done(0);
}

/** Asked before every change of what is published: who may, by a fresh sign-in. */
async function begin(work: Work): Promise<Outcome<LoadedPricing>> {
  if (!canEditPrices(work.viewer)) return notFound();
  return mustBeFresh(work) ?? loadPricing(work.tx, work.now);
}

async function ownDraft(work: Work, current: LoadedPricing, seen: string): Promise<Outcome<PricingTable>> {
  const mine = eq(priceDrafts.personId, actorId(work.viewer));
  const [row] = await work.tx.select().from(priceDrafts).where(mine).for("update");
  if (!row) return refuse("conflict", "There is no draft to publish. It was published or discarded in the meantime.");
  if (seen !== String(row.revision))
    return refuse("conflict", "The draft was changed in the meantime. Look at the changes again, then publish.");
  if (row.baseVersion !== current.version) return stale;
  const { table } = checkDraft(row.draft, row.base);
  if (!table) return refuse("conflict", "Some values of the draft need correction before it can be published.");
  if (changesBetween(draftOf(row.base), row.draft).length === 0)
    return refuse("conflict", "The draft changes nothing.");
  await work.tx.delete(priceDrafts).where(mine);
  return done(table);
}

/**
 * Publishes the own draft, now or at a time; 0 when it waits. Refuses conflict over a newer version and an older draft,
 * and a second one that would wait; what is urgent goes before the one that waits.
 */
const publish = command<Input, number>("pricing.publish", {
  input,
  run: async (work, sent) => {
    const current = await begin(work);
    if (!current.ok) return current;
    const unchosen = sent.when === "now" ? momentWithoutChoice(sent) : null;
    if (unchosen) return unchosen;
    const at = sent.when === "later" ? plannedMoment(sent, work.now) : null;
    if (at && !at.ok) return at;
    if (at && (await scheduledIn(work.tx, true))) return waits;
    const table = await ownDraft(work, current.value, sent.seen);
    if (!table.ok) return table;
    const news = { table: table.value, reason: sent.reason };
    return at ? schedule(work, news, current.value, at.value) : publishNow(work, news, current.value);
  },
});

const back = z.strictObject({ version: z.coerce.number().int().min(1).max(1_000_000), reason });

/** Publishes an older version again, as a new one; what was renamed since keeps its alias. */
const rollBack = command<z.infer<typeof back>, number>("pricing.roll-back", {
  input: back,
  run: async (work, { version, reason: why }) => {
    const current = await begin(work);
    if (!current.ok) return current;
    const [old] = await work.tx.select().from(publications).where(eq(publications.version, version));
    if (!old || version === current.value.version) return notFound();
    const { table } = checkDraft(draftOf(old.table, current.value.table), current.value.table);
    if (!table) return refuse("conflict", "This version does not fit any more.");
    return publishNow(work, { table, reason: why, backTo: version }, current.value);
  },
});

const none = z.strictObject({});

/** Takes back prices that wait for their time; they become the draft of whoever withdraws them. */
const withdraw = command<z.infer<typeof none>, number>("pricing.withdraw", {
  input: none,
  run: async (work) => {
    if (!canEditPrices(work.viewer)) return notFound();
    const unproven = mustBeFresh(work);
    if (unproven) return unproven;
    const waiting = await scheduledIn(work.tx, true);
    const current = await loadPricing(work.tx, work.now);
    if (!current.ok) return current;
    if (!waiting) return refuse("conflict", "No planned prices are left.");
    await work.tx.update(publications).set({ state: "withdrawn" }).where(eq(publications.id, waiting.id));
    await clearTimer(work, { kind: timer, subject });
    const base = await baseOf(work.tx, waiting, current.value);
    const draft = {
      personId: actorId(work.viewer),
      baseVersion: waiting.baseVersion,
      base,
      draft: draftOf(waiting.table, base),
      revision: 1,
      updatedAt: work.now,
    };
    await work.tx.insert(priceDrafts).values(draft).onConflictDoNothing();
    work.audit({ action: "prices.withdrawn", subject, detail: { reason: waiting.reason } });
    return done(0);
  },
});

/**
 * Publishes what waits, over what was published meanwhile: that keeps what the waiting prices did not change. A value
 * that both changed holds them back until somebody decides.
 */
export const publishTimer: TimerKind = {
  kind: timer,
  run: async (work) => {
    const waiting = await scheduledIn(work.tx, true);
    if (!waiting) return;
    const current = await loadPricing(work.tx, work.now);
    if (!current.ok) throw new Error(current.message);
    const { table, both } = await waitingOver(work.tx, waiting, current.value);
    if (!table) return announceHeld(work, waiting, current.value, both);
    const version = await saveSetting(work, pricingSetting, table, current.value.version);
    if (!version.ok) throw new Error(version.message);
    await work.tx
      .update(publications)
      .set({ state: "published", version: version.value, table, at: work.now })
      .where(and(eq(publications.id, waiting.id), eq(publications.state, "scheduled")));
    work.audit({ action: "prices.published", subject, detail: { version: version.value, reason: waiting.reason } });
  },
};

/** What saving prices answers; `refusal` says why they were not saved. */
export type SavedPrices = { success: true; version: number } | { success: false; error: string; refusal: Refusal };

const failed = refuse(
  "unavailable",
  "The prices could not be saved. Nothing was changed, and your draft is kept. Try again in a minute.",
  { retryAfter: 60 },
);
const notSaved = (refusal: Refusal): SavedPrices => ({ success: false, error: refusal.message, refusal });

/** A command that changes what is published, as its answer to a screen; the cached settings are read anew. */
export const saver =
  (save: (ctx: Ctx, raw: unknown) => Promise<Outcome<number>>) =>
  async (ctx: Ctx, raw: unknown): Promise<SavedPrices> => {
    try {
      const saved = await save(ctx, raw);
      ctx.runtime.settings.forget();
      return saved.ok ? { success: true, version: saved.value } : notSaved(saved);
    } catch (error) {
      ctx.runtime.log.error({ err: error }, "prices could not be saved");
      return notSaved(failed);
    }
  };

export const publishPrices = saver(publish);
export const rollBackPrices = saver(rollBack);
export const withdrawPrices = saver(withdraw);

import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import {
  isLegal,
  type LegalName,
  legalFields,
  legalText,
  type PageSource,
  type StoredPage,
  type TextPage,
} from "#src/modules/operator/index.server.ts";
import { clientsUnderAnother } from "#src/modules/orders/index.server.ts";
import { command } from "#src/platform/command.ts";
import type { Database } from "#src/platform/database/database.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import { defineMail } from "#src/platform/mail/mail-text.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { openSettings } from "#src/platform/settings.ts";
import { clearTimer, setTimer, type TimerKind } from "#src/platform/timers.ts";
import { mustBeFresh, type Work } from "#src/platform/work.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { actorId } from "#src/shared/viewer.ts";
import { plannedMoment } from "#src/shared/zone.ts";
import { canChangeSettings } from "../domain/policy.ts";
import { type DraftKind, merged } from "../drafts/draft-kind.ts";
import { namesOf, publishedOf, putVersion, takeDraft } from "../drafts/own-draft.ts";
import { plannedPages, siteDrafts } from "../tables.ts";
import { type EditablePage, editablePage, keepAddress, lockPages } from "./page-kind.ts";

const kind = "admin.publish-page";

export type Plan = Omit<typeof plannedPages.$inferSelect, "base" | "draft"> & { base: PageSource; draft: PageSource };

/** The version of a page that waits for its time; null: none does. */
export async function planOf(db: Database, page: string): Promise<Plan | null> {
  const [row] = await db.select().from(plannedPages).where(eq(plannedPages.page, page));
  return (row as Plan | undefined) ?? null;
}

async function putPlan(work: Work, plan: Plan): Promise<void> {
  await work.tx.insert(plannedPages).values(plan);
  await setTimer(work, { kind, subject: plan.page, due: plan.at });
}

async function dropPlan(work: Work, page: string): Promise<void> {
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

const tellKind = "admin.tell-clients";

/** E-mails that are written in one transaction. */
const batch = 200;

const changedText = defineMail({
  id: "legal.changed",
  to: "client",
  name: "A new version of a legal text",
  when: "when you publish terms, privacy policy or promise and choose to tell the clients with open orders",
  subject: "{{text}}: there is a new version",
  text: `
# There is a new version

We published version {{version}} of this text: {{text}}.

It counts for what you order from now on. The orders that you have placed keep the version that you accepted. You do not have to do anything.

{{button}}`,
  values: { text: "Terms of service", version: "2026-12-1" },
  required: ["text"],
  example: { button: { label: "Read the new version", path: "/terms" } },
});

type Batch = { name: LegalName; after: string };

const askedAt = ({ name, after }: Batch): string => `${name}/${after}`;

/** Clients with open orders get an e-mail about the text that is published in this transaction, after it. */
export async function tellClients(work: Work, name: LegalName): Promise<void> {
  await setTimer(work, { kind: tellKind, subject: askedAt({ name, after: "" }), due: work.now });
  work.audit({ action: "admin.clients-notified", subject: name, detail: {} });
}

/** Where a version is read: the promise stands in the terms. */
const pathOf = (name: LegalName, version: string): string =>
  name === "fair-use-promise" ? "/terms#fair-use" : `/${name}/${version}`;

/** Writes the e-mails of one batch, one a client and version; gives whom the next one begins after, null for none. */
async function tellBatch(work: Work, { name, after }: Batch): Promise<string | null> {
  const { runtime } = work.ctx;
  const text = legalFields.find((one) => one.name === name);
  if (!text) return null;
  // Past the cache of this process: the version that was published a moment ago is the one to name.
  const { version } = await legalText({ ...runtime, settings: openSettings(runtime.db, runtime.clock) }, name);
  const ids = await clientsUnderAnother(work.tx, { field: text.field, version }, { after, most: batch });
  const found = await findPeople(work.tx, ids);
  for (const id of ids) {
    const person = found.get(id);
    if (!person || person.blocked) continue;
    const button = { label: "Read the new version", path: pathOf(name, version) };
    const mail = changedText({ text: text.label, version }, { button });
    const onceKey = `legal.changed:${name}:${version}:${id}`;
    await queueMail(work.tx, { kind: "legal.changed", to: person.email, ...mail, onceKey }, work.now);
  }
  return ids.length < batch ? null : (ids.at(-1) ?? null);
}

/** Tells clients with open orders of a new version, a batch at a time. */
export const tellClientsTimer: TimerKind = {
  kind: tellKind,
  run: async (work, subject) => {
    const [name = "", after = ""] = subject.split("/");
    if (!isLegal(name)) return;
    const next = await tellBatch(work, { name, after });
    if (next) await setTimer(work, { kind: tellKind, subject: askedAt({ name, after: next }), due: work.now });
  },
};

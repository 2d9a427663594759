import { and, desc, eq, ne } from "drizzle-orm";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import type { Ask } from "#src/platform/query.ts";
import { saveSetting } from "#src/platform/save-setting.ts";
import { readPastSetting, readSetting, type Setting } from "#src/platform/settings.ts";
import { pastSettings } from "#src/platform/tables.ts";
import type { Work } from "#src/platform/work.ts";
import { done, invalid, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { actorId } from "#src/shared/viewer.ts";
import { canChangeSettings } from "../domain/policy.ts";
import { siteDrafts } from "../tables.ts";
import { type DraftKind, differing, merged, type Stamp } from "./draft-kind.ts";

const mostVersions = 25;

/**
 * The published versions of a setting, newest first, at most 25 past ones; none while it is as shipped. Past values that
 * the setting's schema does not read any more are left out.
 */
async function versionsOf<T extends { number: number }>(
  db: Database,
  setting: Setting<T>,
  newest: T,
): Promise<readonly T[]> {
  if (newest.number === 0) return [];
  const rows = await db
    .select({ value: pastSettings.value })
    .from(pastSettings)
    .where(eq(pastSettings.key, setting.key))
    .orderBy(desc(pastSettings.version))
    .limit(mostVersions);
  const past = rows.flatMap(({ value }) => {
    const read = setting.schema.safeParse(value);
    return read.success ? [read.data] : [];
  });
  return [newest, ...past];
}

/** The names of admins who published or drafted, by id. */
export async function namesOf(db: Database, ids: readonly string[]): Promise<(id: string) => string> {
  const people = await findPeople(db, [...new Set(ids)].filter(Boolean));
  return (id) => people.get(id)?.name ?? "A former admin";
}

type Row<T> = Omit<typeof siteDrafts.$inferSelect, "base" | "draft"> & { base: T; draft: T };

/** What is published, past every cache. */
export async function publishedOf<T extends object, S extends Stamp>(db: Database, kind: DraftKind<T, S>) {
  const { value, version } = await readSetting(db, kind.setting);
  return { stored: value, value: kind.read(value), version };
}

/** What was published as this version; version 0 is as shipped. Null: there was none. */
export async function ofVersion<T extends object, S extends Stamp>(
  db: Database,
  kind: DraftKind<T, S>,
  version: number,
): Promise<T | null> {
  const past = version === 0 ? kind.setting.default : await readPastSetting(db, kind.setting, version);
  return past && kind.read(past);
}

const draftOf = (personId: string, { setting }: { setting: { key: string } }) =>
  and(eq(siteDrafts.personId, personId), eq(siteDrafts.setting, setting.key));

/** A person's own draft; null: there is none. */
export async function readDraft<T extends object, S extends Stamp>(
  db: Database,
  kind: DraftKind<T, S>,
  personId: string,
): Promise<Row<T> | null> {
  const [row] = await db.select().from(siteDrafts).where(draftOf(personId, kind));
  return (row as Row<T> | undefined) ?? null;
}

/** The same, locked until the transaction ends. */
async function lockDraft<T extends object, S extends Stamp>({ tx }: Work, kind: DraftKind<T, S>, personId: string) {
  const [row] = await tx.select().from(siteDrafts).where(draftOf(personId, kind)).for("update");
  return (row as Row<T> | undefined) ?? null;
}

const elsewhere = refuse(
  "conflict",
  "You also changed this draft in another tab or on another device. What you typed here is still in the fields. The draft has the other version.",
);

type Step = { step: string; seen: string };

/**
 * Changes the own draft that the page showed in revision `seen`, or begins one; gives its new revision. The steps
 * `discard`, `merge` and `restore:<version>` are the same for every kind; of any other, `typed` makes the draft, null
 * when it does not know the step. Needs `settings`. Refuses conflict when the draft was changed since.
 */
export async function changeDraft<T extends object, S extends Stamp>(
  work: Work,
  kind: DraftKind<T, S>,
  { step, seen }: Step,
  typed: (draft: T) => T | null,
): Promise<Outcome<number>> {
  const { tx, viewer, now } = work;
  if (viewer.kind !== "person" || !canChangeSettings(viewer)) return notFound();
  if (step === "discard") {
    await tx.delete(siteDrafts).where(draftOf(viewer.id, kind));
    return done(0);
  }
  const { value, version } = await publishedOf(tx, kind);
  const fresh = { baseVersion: version, base: value, draft: value, revision: 0 };
  const row = (await lockDraft(work, kind, viewer.id)) ?? fresh;
  if (seen !== String(row.revision)) return elsewhere;
  const [, past] = /^restore:(\d{1,6})$/.exec(step) ?? [];
  const draft = past ? await ofVersion(tx, kind, Number(past)) : typed(row.draft);
  const changed =
    step === "merge"
      ? { baseVersion: version, base: value, draft: merged(kind, row.base, row.draft, value).result }
      : draft && { baseVersion: row.baseVersion, base: row.base, draft };
  if (!changed) return notFound();
  const next = { ...changed, revision: row.revision + 1, updatedAt: now };
  await tx
    .insert(siteDrafts)
    .values({ personId: viewer.id, setting: kind.setting.key, ...next })
    .onConflictDoUpdate({ target: [siteDrafts.personId, siteDrafts.setting], set: next });
  return done(next.revision);
}

/**
 * Stores a new published version over the one that was seen, by whom it is. Needs `settings`, unless the product itself does
 * it at its time. Refuses conflict when somebody else published meanwhile.
 */
export const putVersion = async <T extends object, S extends Stamp>(
  work: Work,
  { setting, write }: DraftKind<T, S>,
  value: T,
  seenVersion: number,
  by = actorId(work.viewer),
): Promise<Outcome<number>> => {
  if (work.viewer.kind !== "system" && !canChangeSettings(work.viewer)) return notFound();
  const stamp = { number: seenVersion + 1, by, at: work.now.toISOString() };
  return saveSetting(work, setting, write(value, stamp), seenVersion);
};

/**
 * Publishes what was there before this version again. Needs `settings`. Refuses conflict when this version is not the
 * newest any more.
 */
export async function undoVersion<T extends object, S extends Stamp>(
  work: Work,
  kind: DraftKind<T, S>,
  seen: string,
): Promise<Outcome<number>> {
  if (!canChangeSettings(work.viewer)) return notFound();
  const { version } = await publishedOf(work.tx, kind);
  if (String(version) !== seen || version === 0)
    return refuse("conflict", "Somebody published other changes in the meantime. Nothing was undone.");
  const before = await ofVersion(work.tx, kind, version - 1);
  return before ? putVersion(work, kind, before, version) : notFound();
}

const changedMeanwhile = refuse(
  "conflict",
  "The draft was changed in the meantime. Look at it again, then publish it.",
);

/**
 * Takes the own draft to publish it: there is none afterwards. Needs `settings`. Refuses invalid, naming the fields, and
 * conflict when the draft is another one than the page showed or when somebody else published meanwhile.
 */
export async function takeDraft<T extends object, S extends Stamp>(
  work: Work,
  kind: DraftKind<T, S>,
  seen: string,
): Promise<Outcome<Row<T>>> {
  const { tx, viewer, ctx } = work;
  if (viewer.kind !== "person" || !canChangeSettings(viewer)) return notFound();
  const row = await lockDraft(work, kind, viewer.id);
  if (!row || seen !== String(row.revision)) return changedMeanwhile;
  const { version } = await publishedOf(tx, kind);
  if (row.baseVersion !== version)
    return refuse(
      "conflict",
      `Somebody published ${kind.published} after you started. Your draft is kept. Take their changes first.`,
    );
  const errors = await kind.check(row.draft, ctx.runtime);
  if (errors.length > 0) return invalid([...errors]);
  await tx.delete(siteDrafts).where(draftOf(viewer.id, kind));
  return done(row);
}

/** Publishes the own draft, refused as by `takeDraft`. */
export async function publishDraft<T extends object, S extends Stamp>(
  work: Work,
  kind: DraftKind<T, S>,
  seen: string,
): Promise<Outcome<number>> {
  const taken = await takeDraft(work, kind, seen);
  return taken.ok ? putVersion(work, kind, taken.value.draft, taken.value.baseVersion) : taken;
}

/** A draft as its admin edits it: what it changes, what is published, and what others do. Null: it is not for this viewer. */
export async function draftState<T extends object, S extends Stamp>(
  { db, viewer, ctx: { runtime } }: Pick<Ask, "db" | "viewer" | "ctx">,
  kind: DraftKind<T, S>,
) {
  if (viewer.kind !== "person" || !canChangeSettings(viewer)) return null;
  const { stored, value, version } = await publishedOf(db, kind);
  const mine = await readDraft(db, kind, viewer.id);
  const others = await db
    .select({ personId: siteDrafts.personId, updatedAt: siteDrafts.updatedAt })
    .from(siteDrafts)
    .where(
      and(
        ...[eq(siteDrafts.setting, kind.setting.key), ne(siteDrafts.personId, viewer.id)],
        ...[eq(siteDrafts.baseVersion, version), ne(siteDrafts.base, siteDrafts.draft)],
      ),
    )
    .limit(10);
  const versions = await versionsOf(db, kind.setting, stored);
  const nameOf = await namesOf(db, [...versions.map(({ by }) => by), ...others.map(({ personId }) => personId)]);
  const base = mine?.base ?? value;
  const draft = mine?.draft ?? value;
  const label = (part: keyof T & string): string => kind.labels[part] ?? part;
  const changes = differing(kind, base, draft);
  const { both } = merged(kind, base, draft, value);
  return {
    stored,
    version,
    published: value,
    draft,
    revision: mine?.revision ?? 0,
    savedAt: mine?.updatedAt ?? null,
    /** What the draft changes, in words. */
    changes: changes.map(label),
    errors: changes.length > 0 ? await kind.check(draft, runtime) : [],
    /** What this draft began with. */
    base,
    /** What somebody published since this draft began; `both`: where this draft changes the same. */
    newer:
      mine && mine.baseVersion !== version ? { author: nameOf(stored.by), at: stored.at, both: both.map(label) } : null,
    others: others.map(({ personId, updatedAt }) => ({ name: nameOf(personId), at: updatedAt })),
    versions: versions.map((one) => ({
      number: one.number,
      at: one.at,
      author: nameOf(one.by),
      value: kind.read(one),
    })),
  };
}

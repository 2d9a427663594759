import { and, eq, ne } from "drizzle-orm";
import type { Ask } from "#src/platform/query.ts";
import { canChangeSettings } from "../domain/policy.ts";
import { siteDrafts } from "../tables.ts";
import { type DraftKind, differing, merged, type Stamp } from "./draft-kind.ts";
import { namesOf, publishedOf, readDraft, versionsOf } from "./own-draft.ts";

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

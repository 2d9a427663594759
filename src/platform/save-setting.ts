import { eq } from "drizzle-orm";
import { done, type Outcome, refuse } from "#src/shared/outcome.ts";
import { actorId } from "#src/shared/viewer.ts";
import { mustBeFresh } from "./fresh.ts";
import type { Setting, Stored } from "./settings.ts";
import { settings } from "./tables.ts";
import type { Work } from "./work.ts";

/** Saves a setting, checked, versioned and audited, by a fresh sign-in. `expected`: the version that the editor saw. */
export async function saveSetting<T>(
  work: Work,
  setting: Setting<T>,
  value: unknown,
  expected?: number,
): Promise<Outcome<Stored<T>>> {
  const stale = mustBeFresh(work);
  if (stale) return stale;
  const parsed = setting.schema.safeParse(value);
  if (!parsed.success) return refuse("invalid", parsed.error.issues[0]?.message ?? "This value does not fit.");
  const [before] = await work.tx.select().from(settings).where(eq(settings.key, setting.key)).for("update");
  if (expected !== undefined && (before?.version ?? 0) !== expected)
    return refuse("conflict", "Somebody else changed this since you opened it. Load it again to see the new values.");
  const version = (before?.version ?? 0) + 1;
  const row = { value: parsed.data as unknown, version, updatedAt: work.now, updatedBy: actorId(work.viewer) };
  await work.tx
    .insert(settings)
    .values({ key: setting.key, ...row })
    .onConflictDoUpdate({ target: settings.key, set: row });
  work.audit({
    action: "settings.changed",
    subject: setting.key,
    detail: { from: before?.value ?? setting.default, to: parsed.data, version },
  });
  work.ctx.runtime.settings.forget();
  return done({ value: parsed.data, version });
}

import { and, eq } from "drizzle-orm";
import { done, type Outcome, refuse } from "#src/shared/outcome.ts";
import { actorId } from "#src/shared/viewer.ts";
import type { Command } from "./command.ts";
import { readSetting, type Setting } from "./settings.ts";
import { pastSettings, settings } from "./tables.ts";
import type { Work } from "./work.ts";

/**
 * Stores a value of a setting over the version that the person saw, with an audit row that names both values. The
 * platform knows no policy: the command that saves asks its own. Refuses conflict when somebody else saved meanwhile.
 */
export async function saveSetting<T>(
  work: Work,
  setting: Setting<T>,
  value: T,
  seenVersion: number,
): Promise<Outcome<number>> {
  const { value: before, version } = await readSetting(work.tx, setting);
  const row = {
    key: setting.key,
    value,
    version: seenVersion + 1,
    updatedAt: work.now,
    updatedBy: actorId(work.viewer),
  };
  const stale = refuse("conflict", "Somebody else changed this meanwhile. Look at it again.");
  if (version !== seenVersion) return stale;
  const written =
    version === 0
      ? await work.tx.insert(settings).values(row).onConflictDoNothing().returning({ version: settings.version })
      : await work.tx
          .update(settings)
          .set(row)
          .where(and(eq(settings.key, setting.key), eq(settings.version, seenVersion)))
          .returning({ version: settings.version });
  if (!written[0]) return stale;
  if (version > 0)
    await work.tx
      .insert(pastSettings)
      .values({ key: setting.key, version, value: before, endedAt: work.now })
      .onConflictDoNothing();
  work.audit({ action: "settings.change", subject: setting.key, detail: { before, after: value } });
  return done(row.version);
}

/** A command that saves a setting: this process reads its cached settings anew at once, others within a second. */
export const seenAtOnce =
  <T>(save: Command<T>): Command<T> =>
  async (ctx, raw) => {
    const saved = await save(ctx, raw);
    ctx.runtime.settings.forget();
    return saved;
  };

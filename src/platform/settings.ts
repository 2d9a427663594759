import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { type Database, send } from "./database/database.ts";
import { pastSettings, settings } from "./tables.ts";

/** A typed, bounded value that an admin may edit. Secrets are configuration, never settings (decisions). */
export type Setting<T> = { key: string; schema: z.ZodType<T>; default: T; meaning: string; unit?: string };

const defined = new Map<string, Setting<unknown>>();

export function defineSetting<T>(setting: Setting<T>): Setting<T> {
  defined.set(setting.key, setting);
  return setting;
}

/** Every setting of the modules that are loaded: what the admin's page of settings is made from. */
export const definedSettings = (): ReadonlyMap<string, Setting<unknown>> => defined;

export type Stored<T> = { value: T; version: number };
export type SettingsReader = {
  /** The stored value, or the default. At most one second old; a value that fails its schema is a fault. */
  get: <T>(setting: Setting<T>) => Promise<T>;
  /** Grows with every save of any setting: what cached pages are keyed by. */
  version: () => Promise<number>;
  /** The same without asking the database: null when it was not read within the last second. */
  knownVersion: () => number | null;
  forget: () => void;
};

const freshFor = 1000;

export function openSettings(db: Database, clock: () => Date): SettingsReader {
  let rows: Promise<Map<string, Stored<unknown>>> | null = null;
  let readAt = 0;
  let known: number | null = null;
  /** The row that each value was parsed from: a page reads some settings several times. */
  const parsed = new WeakMap<object, { row: Stored<unknown>; value: unknown }>();
  const isFresh = (now: number) => rows !== null && now - readAt <= freshFor && now >= readAt;
  const all = () => {
    const now = clock().getTime();
    if (!rows || !isFresh(now)) {
      readAt = now;
      known = null;
      const reading = readAll(db);
      rows = reading;
      reading.then(
        (read) => {
          if (rows === reading) known = versionOf(read);
        },
        () => {
          rows = null;
        },
      );
    }
    return rows;
  };
  return {
    get: async (setting) => {
      const row = (await all()).get(setting.key);
      if (!row) return setting.default;
      const last = parsed.get(setting);
      if (last?.row === row) return last.value as typeof setting.default;
      const value = setting.schema.parse(row.value);
      parsed.set(setting, { row, value });
      return value;
    },
    version: async () => versionOf(await all()),
    knownVersion: () => (isFresh(clock().getTime()) ? known : null),
    forget: () => {
      rows = null;
      known = null;
    },
  };
}

const versionOf = (rows: Map<string, Stored<unknown>>): number =>
  [...rows.values()].reduce((sum, row) => sum + row.version, 0);

async function readAll(db: Database): Promise<Map<string, Stored<unknown>>> {
  const rows = await db.select({ key: settings.key, value: settings.value, version: settings.version }).from(settings);
  return new Map(rows.map((row) => [row.key, { value: row.value, version: row.version }]));
}

/** The stored document of a setting past every cache, as text: its reader may know that very text already. */
export async function readSettingText(db: Database, key: string): Promise<Stored<string> | null> {
  const asked = sql`select value::text as value, version from platform.settings where key = ${key}`;
  return (await send<Stored<string>>(db, asked)).rows[0] ?? null;
}

/** A setting as it was in this version, null when it was not kept. */
export async function readPastSetting<T>(db: Database, setting: Setting<T>, version: number): Promise<T | null> {
  const now = await readSetting(db, setting);
  if (now.version === version) return now.value;
  const { key, version: of } = pastSettings;
  const [row] = await db
    .select()
    .from(pastSettings)
    .where(and(eq(key, setting.key), eq(of, version)));
  return row ? setting.schema.parse(row.value) : null;
}

/** Reads one setting past every cache: what money decisions use. Version 0 is the default. */
export async function readSetting<T>(db: Database, setting: Setting<T>): Promise<Stored<T>> {
  const [row] = await db.select().from(settings).where(eq(settings.key, setting.key));
  return row
    ? { value: setting.schema.parse(row.value), version: row.version }
    : { value: setting.default, version: 0 };
}

/** Writes the value that a new installation begins with, where none is stored yet: of two processes at once the first. */
export const putFirstSetting = <T>(db: Database, { key }: Setting<T>, value: T, now: Date): Promise<unknown> =>
  db
    .insert(settings)
    .values({ key, value, version: 1, updatedAt: now, updatedBy: "system:first-start" })
    .onConflictDoNothing();

import { and, desc, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { findPeople } from "#src/modules/accounts/index.server.ts";
import { changedOnPages } from "#src/modules/operator/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { type Answer, query } from "#src/platform/query.ts";
import { readSetting, type Setting, type SettingsReader } from "#src/platform/settings.ts";
import { audit } from "#src/platform/tables.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { matchesSearch } from "#src/shared/search.ts";
import { canChangeSettings } from "../domain/policy.ts";
import { type SettingGroup, type SettingRow, settingsCatalogue } from "./catalogue.ts";
import type { SettingField } from "./fields.ts";

/** When a value last became another one, and what it was before. */
export type LastChange = { before: string; after: string; at: Date; who: string };
export type ShownField = Pick<SettingField, "name" | "control" | "unit" | "choices" | "bounds" | "limits"> & {
  value: string;
  standard: string;
  part: string;
  last: LastChange | null;
};
export type ShownRow = Pick<SettingRow, "label" | "mean"> & { fields: readonly ShownField[] };
export type ShownSection = { title: string; counts: string; rows: readonly ShownRow[] };

type Change = { key: string; before: unknown; after: unknown; at: Date; who: string };
const readBack = 100;

async function changesOf(db: Database, keys: readonly string[]): Promise<readonly Change[]> {
  const rows = await db
    .select()
    .from(audit)
    .where(and(eq(audit.action, "settings.change"), inArray(audit.subject, [...keys])))
    .orderBy(desc(audit.at), desc(audit.id))
    .limit(readBack);
  const people = await findPeople(
    db,
    rows.map(({ actor }) => actor),
  );
  return rows.map(({ subject, detail, at, actor }) => ({
    key: subject,
    before: detail.before,
    after: detail.after,
    at,
    who: people.get(actor)?.name ?? "The server",
  }));
}

/** What a control shows of an old document; null where that document was of another form. */
function shownOf(field: SettingField, document: unknown): string | null {
  const parsed = field.setting.schema.safeParse(document);
  return parsed.success ? field.show(parsed.data) : null;
}

function lastChange(field: SettingField, changes: readonly Change[]): LastChange | null {
  for (const change of changes) {
    if (change.key !== field.setting.key) continue;
    const before = shownOf(field, change.before);
    const after = shownOf(field, change.after);
    if (before !== null && after !== null && before !== after) return { before, after, at: change.at, who: change.who };
  }
  return null;
}

const settingsIn = (groups: readonly SettingGroup[]): readonly Setting<unknown>[] => [
  ...new Set(
    groups.flatMap(({ sections }) =>
      sections.flatMap(({ rows }) => rows.flatMap(({ fields }) => fields.map(({ setting }) => setting))),
    ),
  ),
];

/** Rows in which each word of the search stands somewhere. */
function matching({ sections, ...group }: SettingGroup, search: string): SettingGroup {
  const holds = ({ label, mean, fields }: SettingRow, title: string) => {
    const text = `${group.label} ${title} ${label} ${mean} ${fields.map(({ name }) => name).join(" ")}`;
    return matchesSearch(text, search);
  };
  const found = sections.map(({ rows, ...section }) => ({
    ...section,
    rows: rows.filter((row) => holds(row, section.title)),
  }));
  return { ...group, sections: found.filter(({ rows }) => rows.length > 0) };
}

export type SettingsPage = {
  groups: readonly { id: string; label: string }[];
  group: string;
  readAt: SettingGroup["readAt"];
  sections: readonly ShownSection[];
  changes: readonly (LastChange & { label: string; name: string; unit: string; current: boolean })[];
};

const input = z.strictObject({ group: z.string().max(40), search: z.string().max(200) });

/** One group of settings with its values, or what a search finds in all of them. Needs `settings`. */
export const settingsPage = query<z.infer<typeof input>, SettingsPage>("admin.settings-page", {
  input,
  run: async ({ db, viewer }, { group: asked, search: typed }) => {
    if (!canChangeSettings(viewer)) return notFound();
    const { groups } = settingsCatalogue();
    const search = typed.trim();
    const chosen = groups.find(({ id }) => id === asked) ?? groups[0];
    const shown = search ? groups.map((one) => matching(one, search)) : chosen ? [chosen] : [];
    const settings = settingsIn(shown);
    const stored = new Map<string, unknown>();
    for (const setting of settings) stored.set(setting.key, (await readSetting(db, setting)).value);
    const changes = await changesOf(
      db,
      settings.map(({ key }) => key),
    );
    const toField = (field: SettingField, part: string): ShownField => ({
      name: field.name,
      control: field.control,
      unit: field.unit,
      choices: field.choices,
      bounds: field.bounds,
      limits: field.limits,
      part,
      value: field.show(stored.get(field.setting.key)),
      standard: field.show(field.setting.default),
      last: lastChange(field, changes),
    });
    const sections = shown.flatMap(({ label, sections: own }) =>
      own.map(({ title, counts, rows }) => ({
        title: search ? `${label}: ${title}` : title,
        counts,
        rows: rows.map(({ label, mean, fields, parts }) => ({
          label,
          mean,
          fields: fields.map((field, at) => toField(field, parts[at] ?? "")),
        })),
      })),
    );
    return done({
      groups: groups.map(({ id, label }) => ({ id, label })),
      group: search ? "" : (chosen?.id ?? ""),
      readAt: search ? [] : (chosen?.readAt ?? []),
      sections,
      changes: newest(sections),
    });
  },
});

const newest = (sections: readonly ShownSection[]): SettingsPage["changes"] =>
  sections
    .flatMap(({ rows }) =>
      rows.flatMap(({ label, fields }) =>
        fields.flatMap(({ last, value, name, unit }) =>
          last ? [{ ...last, label, name, unit, current: last.after === value }] : [],
        ),
      ),
    )
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, 5);

/** Longer values are texts, which no page prints inside a sentence. */
const longest = 500;
const edit = z.strictObject({ name: z.string().max(200), is: z.string().max(longest) });
const editsInput = z.strictObject({ edits: z.array(edit).max(40) });
type Edit = z.infer<typeof edit> & { field: SettingField };

export type WhatPeopleRead = Answer<typeof whatPeopleRead>;

/** The document with those edits in it that can be read; as it is stored where the result would not be valid. */
async function edited(settings: SettingsReader, setting: Setting<unknown>, edits: readonly Edit[]): Promise<unknown> {
  const stored = await settings.get(setting);
  const document = edits.reduce((all, { field, is }) => {
    const read = field.read(is);
    return read.ok ? field.put(all, read.value) : all;
  }, stored);
  const checked = setting.schema.safeParse(document);
  return checked.success ? checked.data : stored;
}

/** Settings as they would be with these values saved. */
async function settingsWith(settings: SettingsReader, edits: readonly Edit[]): Promise<SettingsReader> {
  const documents = new Map<string, unknown>();
  for (const [setting, own] of Map.groupBy(edits, ({ field }) => field.setting))
    documents.set(setting.key, await edited(settings, setting, own));
  return {
    ...settings,
    get: async <T>(setting: Setting<T>) =>
      documents.has(setting.key) ? setting.schema.parse(documents.get(setting.key)) : settings.get(setting),
  };
}

/** The sentences of the shop's pages that values, typed and not yet saved, would change. Needs `settings`. */
export const whatPeopleRead = query("admin.what-people-read", {
  input: editsInput,
  run: async ({ ctx, viewer }, { edits }) => {
    if (!canChangeSettings(viewer)) return notFound();
    const { all } = settingsCatalogue();
    const known = edits.flatMap((one) => {
      const field = all.get(one.name);
      return field ? [{ ...one, field }] : [];
    });
    const { runtime } = ctx;
    return done(await changedOnPages(runtime, await settingsWith(runtime.settings, known)));
  },
});

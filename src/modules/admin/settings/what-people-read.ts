import { z } from "zod";
import { changedOnPages } from "#src/modules/operator/index.server.ts";
import { type Answer, query } from "#src/platform/query.ts";
import type { Setting, SettingsReader } from "#src/platform/settings.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { canChangeSettings } from "../domain/policy.ts";
import { settingsCatalogue } from "./catalogue.ts";
import type { SettingField } from "./fields.ts";

/** Longer values are texts, which no page prints inside a sentence. */
const longest = 500;
const edit = z.strictObject({ name: z.string().max(200), is: z.string().max(longest) });
const input = z.strictObject({ edits: z.array(edit).max(40) });
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
  input,
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

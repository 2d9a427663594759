import type { SumToRepeat } from "#src/modules/payments/index.server.ts";
import { definedSettings, type Setting } from "#src/platform/settings.ts";
import { formatUsd } from "#src/shared/money.ts";
import { type Display, fieldOf, leavesOf, type SettingField } from "./fields.ts";
import { fieldsOfLists } from "./fields-of-lists.ts";
import { countsFor, type Group, groups, ownScreens, type RowText } from "./rows.ts";

export type SettingRow = Pick<RowText, "label" | "mean"> & {
  fields: readonly SettingField[];
  parts: readonly string[];
};
/** `counts`: for whom a change counts, where it matters. */
type SettingSection = { title: string; counts: string; rows: readonly SettingRow[] };
export type SettingGroup = Pick<Group, "id" | "label" | "readAt"> & { sections: readonly SettingSection[] };

const displayOf = (key: string, path: string): Display =>
  groups
    .flatMap(({ sections }) => sections)
    .filter((section) => section.key === key)
    .flatMap(({ rows }) => rows)
    .find(({ of }) => of.includes(path)) ?? {};

/** Values of a document that are edited on another page. */
const elsewhere: Readonly<Record<string, RegExp>> = { site: /^social\./ };

/** The controls of one setting: one for each value of its document. */
export const fieldsOf = (setting: Setting<unknown>): readonly SettingField[] =>
  Object.hasOwn(ownScreens, setting.key)
    ? []
    : [
        ...leavesOf(setting)
          .filter(({ type, path }) => type !== "other" && !elsewhere[setting.key]?.test(path.join(".")))
          .map((leaf) => fieldOf(setting, leaf, displayOf(setting.key, leaf.path.join(".")))),
        ...(fieldsOfLists[setting.key] ?? []),
      ];

const spoken = (path: string): string => {
  const plain = path
    .replace(/[.:-]/g, " ")
    .replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim();
  return plain.charAt(0).toUpperCase() + plain.slice(1);
};

/** A value that no row names: it has its own name until somebody writes the row. */
const unnamed = (field: SettingField): SettingRow => ({
  label: spoken(field.name),
  mean: field.setting.meaning,
  fields: [field],
  parts: [],
});

/** The amounts of money that edits set, each with the words of its row. */
export const sumsInEdits = (edits: readonly { name: string; is: string }[]): SumToRepeat[] => {
  const { all, groups } = settingsCatalogue();
  const rows = groups.flatMap(({ sections }) => sections.flatMap((section) => section.rows));
  return edits.flatMap(({ name, is }) => {
    const field = all.get(name);
    const read = field?.unit === "US$" ? field.read(is) : null;
    const label = rows.find(({ fields }) => fields.some((one) => one.name === name))?.label ?? "";
    return read?.ok && typeof read.value === "number"
      ? [{ cents: read.value, text: `${label} ${formatUsd(read.value)}` }]
      : [];
  });
};

let made: { all: ReadonlyMap<string, SettingField>; groups: readonly SettingGroup[] } | null = null;

/** Every control of every setting by its name, and the page that they stand on. */
export function settingsCatalogue() {
  if (made) return made;
  const all = new Map([...definedSettings().values()].flatMap(fieldsOf).map((field) => [field.name, field]));
  const left = new Map(all);
  const rowOf = (key: string, { of, label, mean, parts = [] }: RowText): SettingRow => {
    const names = of.map((path) => `${key}:${path}`);
    const fields = names.flatMap((name) => all.get(name) ?? []);
    for (const name of names) left.delete(name);
    return { label, mean, fields, parts };
  };
  const named = groups.map(({ sections, ...group }) => ({
    ...group,
    sections: sections.map(({ title, key, rows }) => ({
      title,
      counts: countsFor[key] ?? "",
      rows: rows.map((row) => rowOf(key, row)).filter(({ fields }) => fields.length > 0),
    })),
  }));
  const rest = [...left.values()].map(unnamed);
  const more = {
    id: "more",
    label: "More",
    readAt: [],
    sections: [{ title: "More settings", counts: "", rows: rest }],
  };
  made = { all, groups: rest.length > 0 ? [...named, more] : named };
  return made;
}

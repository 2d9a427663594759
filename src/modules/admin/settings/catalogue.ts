import type { SumToRepeat } from "#src/modules/payments/index.server.ts";
import { lawChoices, lawCountries, lawSetting, offers, shopSetting } from "#src/modules/pricing/index.server.ts";
import { estimateSetting, gradesSetting } from "#src/modules/writing/index.server.ts";
import { definedSettings, type Setting } from "#src/platform/settings.ts";
import { formatUsd } from "#src/shared/money.ts";
import { readCount, readWholePercent } from "#src/shared/typed-values.ts";
import { type Display, fieldOf, leavesOf, type Read, type SettingField, withValue } from "./fields.ts";
import { countsFor, type Group, groups, ownScreens, type RowText } from "./rows.ts";

type ListField = Omit<SettingField, "setting" | "choices" | "unit" | "limits"> & { choices?: readonly string[] };
const listField = (setting: unknown, field: ListField): SettingField => ({
  choices: [],
  ...field,
  setting: setting as Setting<unknown>,
  limits: null,
  unit: "",
});

type Off = { service: string; countries: readonly string[] };
type ShopDocument = { off: readonly Off[] };
const offOf = (document: unknown, service: string) =>
  (document as ShopDocument).off.find((one) => one.service === service);
const country = /^[A-Z]{2}$/;
const known = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

const readCountries = (text: string): Read => {
  const plain = text.trim().toUpperCase();
  if (plain === "") return { ok: true, value: null };
  if (plain === "ALL") return { ok: true, value: [] };
  const codes = [...new Set(plain.split(/[\s,;]+/).filter(Boolean))];
  const wrong = codes.find((code) => !country.test(code) || !known.of(code));
  return wrong
    ? {
        ok: false,
        message: `"${wrong.slice(0, 20)}" is not a country. Write codes of two letters, like DE, FR, or the word all.`,
      }
    : { ok: true, value: codes };
};

/** Where a service is switched off: codes of countries, or "all". */
const offField = (service: string): SettingField =>
  listField(shopSetting, {
    name: `shop:off.${service}`,
    control: "text",
    bounds: "empty: taken everywhere",
    show: (document) => {
      const off = offOf(document, service);
      return off ? off.countries.join(", ") || "all" : "";
    },
    read: readCountries,
    put: (document, countries) => {
      const others = (document as ShopDocument).off.filter((one) => one.service !== service);
      return { ...(document as object), off: countries === null ? others : [...others, { service, countries }] };
    },
  });

type LawDocument = Record<string, { services: Record<string, keyof typeof lawChoices> }>;

/** What is sold of a service in a country whose law limits it. */
const lawFields = lawCountries.flatMap((code) =>
  offers.map((service) =>
    listField(lawSetting, {
      name: `${lawSetting.key}:${code}.services.${service}`,
      control: "one",
      choices: Object.values(lawChoices),
      bounds: "",
      show: (document) => lawChoices[(document as LawDocument)[code]?.services[service] ?? "open"],
      read: (text) => {
        const [choice] = Object.entries(lawChoices).find(([, label]) => label === text) ?? [];
        return choice ? { ok: true, value: choice } : { ok: false, message: "Choose from the list." };
      },
      put: (document, choice) => withValue(document, [code, "services", service], choice),
    }),
  ),
);

type Rates = { page: number; source: number; editingPage: number } | null;
type Estimates = Partial<Record<string, Rates>>;
const mostMinutes = 6000;
const wrongRates = "Write three whole numbers of minutes up to 6,000, like 40, 10, 20, or leave it empty.";

const estimateField = (service: string): SettingField =>
  listField(estimateSetting, {
    name: `writing.estimates:${service}`,
    control: "text",
    bounds: "minutes: page, source, page of editing",
    show: (document) => {
      const rates = (document as Estimates)[service];
      return rates ? [rates.page, rates.source, rates.editingPage].join(", ") : "";
    },
    read: (text) => {
      if (text.trim() === "") return { ok: true, value: null };
      const minutes = text
        .trim()
        .split(/\s*;\s*|,?\s+/)
        .flatMap((one) => {
          const count = readCount(one, { most: mostMinutes });
          return count.ok ? [count.value] : [null];
        });
      const [page, source, editingPage] = minutes;
      return minutes.length === 3 && !minutes.includes(null)
        ? { ok: true, value: { page, source, editingPage } }
        : { ok: false, message: wrongRates };
    },
    put: (document, rates) => {
      const { [service]: _, ...others } = document as Estimates;
      return rates === null ? others : { ...others, [service]: rates };
    },
  });

type Grade = { name: string; share: number | null };
const gradeLine = /^([^:]{1,40}?)(?:\s*:(.*))?$/;

/** "Junior: 60" or "Junior" alone; null for anything else. */
const gradeIn = (line: string): Grade | null => {
  const [, name, typed] = gradeLine.exec(line) ?? [];
  if (name === undefined) return null;
  if (typed === undefined) return { name, share: null };
  const share = readWholePercent(typed);
  return share.ok ? { name, share: share.value } : null;
};

const readGrades = (text: string): Read => {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);
  if (lines.length === 0 || lines.length > 9) return { ok: false, message: "Write 1 to 9 grades, one a line." };
  const grades = lines.map(gradeIn);
  const wrong = grades.indexOf(null);
  return wrong < 0
    ? { ok: true, value: grades }
    : {
        ok: false,
        message: `Line ${wrong + 1}: write a name of at most 40 characters, then a colon and 0 to 100, or the name alone.`,
      };
};

const gradesField = listField(gradesSetting, {
  name: "writing.grades:",
  control: "long",
  bounds: "one a line, lowest first; name: percent",
  show: (document) =>
    (document as Grade[]).map(({ name, share }) => (share === null ? name : `${name}: ${share}`)).join("\n"),
  read: readGrades,
  put: (_, grades) => grades,
});

/** Settings whose documents are lists: each of their controls reads and writes one part of the list. */
const fieldsOfLists: Readonly<Record<string, readonly SettingField[]>> = {
  [shopSetting.key]: offers.map(offField),
  [lawSetting.key]: lawFields,
  [estimateSetting.key]: offers.map(estimateField),
  [gradesSetting.key]: [gradesField],
};

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

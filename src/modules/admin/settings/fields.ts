import type { Setting } from "#src/platform/settings.ts";
import { figures } from "#src/shared/counted.ts";
import { readAmount, readCount, readPercent } from "#src/shared/typed-number.ts";
import { type Leaf, valueAt, withValue } from "./leaves.ts";

type Control = "number" | "text" | "long" | "switch" | "choices";

/** What a typed text means, or what is wrong with it. */
export type Read = { ok: true; value: unknown } | { ok: false; message: string };

/** One control of the page of settings: how its value is taken out of the document, shown, read and put back. */
export type SettingField = {
  /** `key:path`, the name of the control. */
  name: string;
  setting: Setting<unknown>;
  control: Control;
  unit: string;
  choices: readonly string[];
  /** "1 to 365" */
  bounds: string;
  show: (document: unknown) => string;
  read: (text: string) => Read;
  put: (document: unknown, value: unknown) => unknown;
};

const good = (value: unknown): Read => ({ ok: true, value });
const bad = (message: string): Read => ({ ok: false, message });

/** How whole numbers of a document are written by people: as they are, or in hundredths (cents, percent with two digits). */
type Scale = 1 | 100;

const scaled = (value: number, scale: Scale): string => (scale === 1 ? String(value) : (value / scale).toFixed(2));

function numberField({ least, most }: Leaf, scale: Scale, unit: string) {
  const shown = (value: number) => (scale === 1 ? figures(value) : figures(value / scale));
  const bounds = `${shown(least ?? 0)} to ${shown(most ?? Number.MAX_SAFE_INTEGER)}`;
  const wrong = bad(`Enter ${bounds}${unit && ` ${unit}`}${scale === 1 ? ", a whole number" : ""}.`);
  const read = (text: string): Read => {
    if (scale === 1) {
      const count = readCount(text, { least: least ?? 0, most: most ?? Number.MAX_SAFE_INTEGER });
      return count.ok ? count : wrong;
    }
    const amount = unit === "%" ? readPercent(text) : readAmount(text);
    if (!amount.ok) return amount;
    return amount.value < (least ?? 0) || amount.value > (most ?? Number.MAX_SAFE_INTEGER) ? wrong : amount;
  };
  return { control: "number" as const, bounds, read, show: (value: unknown) => scaled(Number(value), scale) };
}

const textField = ({ most }: Leaf, long: boolean) => ({
  control: long ? ("long" as const) : ("text" as const),
  bounds: most === null ? "" : `at most ${figures(most)} characters`,
  show: (value: unknown) => String(value ?? ""),
  read: (text: string): Read =>
    most !== null && text.trim().length > most ? bad(`At most ${figures(most)} characters.`) : good(text.trim()),
});

const switchField = {
  control: "switch" as const,
  bounds: "",
  show: (value: unknown) => (value === true ? "on" : "off"),
  read: (text: string): Read => good(text === "on"),
};

const choicesField = ({ choices }: Leaf) => ({
  control: "choices" as const,
  bounds: "",
  show: (value: unknown) => choices.filter((one) => Array.isArray(value) && value.includes(one)).join(", "),
  read: (text: string): Read => {
    const chosen = text
      .split(",")
      .map((one) => one.trim())
      .filter(Boolean);
    return chosen.every((one) => choices.includes(one)) ? good(chosen) : bad("Choose from the list.");
  },
});

export type Display = { unit?: string; scale?: Scale; long?: boolean };

function controlOf(leaf: Leaf, { unit = "", scale = 1, long = false }: Display) {
  if (leaf.type === "whole") return numberField(leaf, scale, unit);
  if (leaf.type === "switch") return switchField;
  return leaf.type === "choices" ? choicesField(leaf) : textField(leaf, long);
}

/** The control of one value of a document. */
export function fieldOf(setting: Setting<unknown>, leaf: Leaf, display: Display): SettingField {
  const { control, bounds, show, read } = controlOf(leaf, display);
  return {
    name: `${setting.key}:${leaf.path.join(".")}`,
    setting,
    control,
    unit: display.unit ?? "",
    choices: leaf.choices,
    bounds,
    show: (document) => show(valueAt(document, leaf.path)),
    read,
    put: (document, value) => withValue(document, leaf.path, value),
  };
}

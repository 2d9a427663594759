import { z } from "zod";
import type { Setting } from "#src/platform/settings.ts";
import { figures } from "#src/shared/counted.ts";
import { boundsText, type NumberLimits, readNumber, type Scale } from "./read-number.ts";

/** One value inside a setting's document that an admin types, as its schema describes it. */
type Leaf = {
  path: readonly (string | number)[];
  /** other: a list or a table, which wants a control of its own. */
  type: "whole" | "switch" | "text" | "choices" | "other";
  least: number | null;
  most: number | null;
  choices: readonly string[];
};

type Shape = {
  type?: string;
  properties?: Record<string, Shape>;
  items?: Shape;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  anyOf?: Shape[];
};

const leaf = (path: Leaf["path"], type: Leaf["type"], more: Partial<Leaf> = {}): Leaf => ({
  path,
  type,
  least: null,
  most: null,
  choices: [],
  ...more,
});

/** A fixed number of equal values, as the two reminders are. */
const countOf = ({ minItems, maxItems }: Shape): number | null =>
  minItems !== undefined && minItems === maxItems ? minItems : null;

function leafOf(shape: Shape, path: Leaf["path"]): Leaf {
  if (shape.type === "integer")
    return leaf(path, "whole", { least: shape.minimum ?? null, most: shape.maximum ?? null });
  if (shape.type === "boolean") return leaf(path, "switch");
  if (shape.type === "string" && !shape.enum) return leaf(path, "text", { most: shape.maxLength ?? null });
  if (shape.anyOf?.every(({ type }) => type === "string")) return leaf(path, "text", { most: 500 });
  if (shape.items?.enum) return leaf(path, "choices", { choices: shape.items.enum });
  return leaf(path, "other");
}

function leavesIn(shape: Shape, path: Leaf["path"]): Leaf[] {
  if (shape.properties)
    return Object.entries(shape.properties).flatMap(([name, one]) => leavesIn(one, [...path, name]));
  const { items } = shape;
  const count = items ? countOf(shape) : null;
  if (!items || count === null) return [leafOf(shape, path)];
  return Array.from({ length: count }, (_, at) => leavesIn(items, [...path, at])).flat();
}

/** Every value of a setting's document. */
export const leavesOf = ({ schema }: Pick<Setting<unknown>, "schema">): readonly Leaf[] =>
  leavesIn(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Shape, []);

type Step = string | number;
type Held = Record<Step, unknown>;

export const valueAt = (document: unknown, path: readonly Step[]): unknown =>
  path.reduce<unknown>(
    (held, step) => (held === null || typeof held !== "object" ? undefined : (held as Held)[step]),
    document,
  );

/** A copy of the document with another value at this place. */
export function withValue(document: unknown, path: readonly Step[], value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  const inner = withValue((document as Held)[step], rest, value);
  if (Array.isArray(document)) return document.map((one, at) => (at === step ? inner : one));
  return { ...(document as object), [step]: inner };
}

type Control = "number" | "text" | "long" | "switch" | "choices" | "one";

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
  /** Of a number; the page judges it by them when its field is left. */
  limits: NumberLimits | null;
  show: (document: unknown) => string;
  read: (text: string) => Read;
  put: (document: unknown, value: unknown) => unknown;
};

const good = (value: unknown): Read => ({ ok: true, value });
const bad = (message: string): Read => ({ ok: false, message });

const scaled = (value: number, scale: Scale): string => (scale === 1 ? String(value) : (value / scale).toFixed(2));

function numberField({ least, most }: Leaf, scale: Scale, unit: string) {
  const limits: NumberLimits = { least: least ?? 0, most: most ?? Number.MAX_SAFE_INTEGER, scale, unit };
  return {
    control: "number" as const,
    limits,
    bounds: boundsText(limits),
    read: (text: string): Read => readNumber(limits, text),
    show: (value: unknown) => scaled(Number(value), scale),
  };
}

const textField = ({ most }: Leaf, long: boolean) => ({
  control: long ? ("long" as const) : ("text" as const),
  limits: null,
  bounds: most === null ? "" : `at most ${figures(most)} characters`,
  show: (value: unknown) => String(value ?? ""),
  read: (text: string): Read =>
    most !== null && text.trim().length > most ? bad(`At most ${figures(most)} characters.`) : good(text.trim()),
});

const switchField = {
  control: "switch" as const,
  limits: null,
  bounds: "",
  show: (value: unknown) => (value === true ? "on" : "off"),
  read: (text: string): Read => good(text === "on"),
};

const choicesField = ({ choices }: Leaf) => ({
  control: "choices" as const,
  limits: null,
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
  const { control, bounds, limits, show, read } = controlOf(leaf, display);
  return {
    name: `${setting.key}:${leaf.path.join(".")}`,
    setting,
    control,
    unit: display.unit ?? "",
    choices: leaf.choices,
    bounds,
    limits,
    show: (document) => show(valueAt(document, leaf.path)),
    read,
    put: (document, value) => withValue(document, leaf.path, value),
  };
}

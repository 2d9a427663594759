import { z } from "zod";
import type { Setting } from "#src/platform/settings.ts";

/** One value inside a setting's document that an admin types, as its schema describes it. */
export type Leaf = {
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

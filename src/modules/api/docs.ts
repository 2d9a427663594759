import type { Operation, Wire } from "./contract/operation.ts";
import { refusedBecause } from "./contract/operation.ts";
import { operations } from "./contract/operations.ts";
import { type Json, jsonSchema } from "./openapi.ts";

export type DocsField = { name: string; type: string; needed: boolean; says: string };
type DocsWire = { name: string; fields: readonly DocsField[]; example: string };
export type DocsOperation = {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  who: string;
  curl: string;
  parameters: readonly DocsField[];
  body: DocsWire | null;
  /** Null: the bytes of a file. */
  answer: DocsWire | null;
  refusals: readonly { status: number; says: string }[];
};

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The type of a value in a few words. */
function typeOf(schema: Json): string {
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map(String).join(" | ");
  if (schema.type === "array") return "list";
  if (typeof schema.format === "string") return schema.format;
  return typeof schema.type === "string" ? schema.type : "anything";
}

/** Fields of an object, those of objects inside under the name of the outer one. What the server sets itself is left out. */
function fieldsOf(schema: Json, above = ""): DocsField[] {
  const needed = Array.isArray(schema.required) ? schema.required : [];
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  return properties.flatMap(([key, value]) => {
    if (!isObject(value) || Object.keys(value).every((one) => one === "description")) return [];
    const name = above + key;
    const says = typeof value.description === "string" ? value.description : "";
    const own = { name, type: typeOf(value), needed: needed.includes(key), says };
    const inside = value.type === "array" ? value.items : value;
    const dot = value.type === "array" ? "[]." : ".";
    return [own, ...(isObject(inside) ? fieldsOf(inside, name + dot) : [])];
  });
}

const wire = ({ name, schema, example }: Wire): DocsWire => ({
  name,
  fields: fieldsOf(jsonSchema(schema)),
  example: JSON.stringify(example, null, 2),
});

/** Who can ask, in a sentence. */
const callersOf = ({ open, scopes }: Operation): string => {
  const key = `a key for ${scopes.map((scope) => `"${scope}"`).join(" or ")}`;
  return open ? `Everybody, or with ${key}.` : `With ${key}.`;
};

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function curlFor({ method, path, body, answer, open, parameters }: Operation, base: string): string {
  const example = (answer?.example ?? {}) as Record<string, unknown>;
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(example[name] ?? `$${name.toUpperCase()}`));
  const lines = [`curl ${base}${address}`];
  if (!open) lines.push('-H "Authorization: Bearer $KEY"');
  for (const { name } of parameters.filter((one) => one.in === "header" && one.required))
    lines.push(`-H "${name}: $NAME"`);
  if (method === "post" && body)
    lines.push("-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body.example))}`);
  return lines.join(" \\\n  ");
}

const docsOf = (operation: Operation, base: string): DocsOperation => ({
  id: operation.id,
  method: operation.method.toUpperCase(),
  path: operation.path,
  summary: operation.summary,
  description: operation.description,
  who: callersOf(operation),
  curl: curlFor(operation, base),
  parameters: operation.parameters.map(({ name, schema, description, required }) => ({
    name,
    type: typeOf(jsonSchema(schema)),
    needed: required,
    says: description,
  })),
  body: operation.body && wire(operation.body),
  answer: operation.answer && wire(operation.answer),
  refusals: operation.refusals.map((status) => ({ status, says: refusedBecause[status] })),
});

/** What the page for programmers shows, from the same schemas as the OpenAPI document. `baseUrl` stands in the examples. */
export const apiDocs = (baseUrl: URL): readonly DocsOperation[] =>
  operations.map((operation) => docsOf(operation, baseUrl.origin));

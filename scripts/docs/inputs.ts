import { globSync, readFileSync } from "node:fs";
import { z } from "zod";
import { type DeclaredCommand, declaredCommands } from "../../src/platform/command.ts";

type Json = Readonly<Record<string, unknown>>;

/** Every command of the product, by its name: the files that declare one are loaded first. */
async function commandsByName(): Promise<DeclaredCommand[]> {
  const files = globSync("src/modules/**/*.ts").filter(
    (file) => !/\.(test|testing|test-support)\.ts$/.test(file) && /\bcommand[<(]/.test(readFileSync(file, "utf8")),
  );
  await Promise.all(files.sort().map((file) => import(`../../${file}`)));
  const found = new Map(declaredCommands().map((one) => [one.name, one]));
  return [...found.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);
const code = (text: unknown): string => `\`${String(text).replaceAll("|", "\\|")}\``;

/** Bounds in words: "1 to 200 characters". */
function bounds(least: unknown, most: unknown, unit = ""): string {
  const limit = (value: unknown): number | null =>
    typeof value === "number" && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : null;
  const [from, to] = [limit(least), limit(most)];
  if (from === null && to === null) return "";
  const words = to === null ? `${from} or more` : from === null || from === 0 ? `at most ${to}` : `${from} to ${to}`;
  return `, ${words}${unit}`;
}

const mostChoices = 12;

/** What a value must be, of its JSON Schema. */
function wordsOf(schema: unknown): string {
  if (!isJson(schema)) return "any value";
  const { type, enum: choices, const: only, anyOf, format, pattern } = schema;
  if (Array.isArray(anyOf)) return [...new Set(anyOf.map(wordsOf))].join(", or ");
  if (only !== undefined) return code(only);
  if (Array.isArray(choices))
    return choices.length > mostChoices ? `one of ${choices.length} names` : choices.map(code).join(", ");
  if (type === "array") return `list of (${wordsOf(schema.items)})${bounds(schema.minItems, schema.maxItems)}`;
  if (type === "object")
    return isJson(schema.properties) ? "group" : `map of (${wordsOf(schema.additionalProperties)})`;
  if (type === "integer" || type === "number")
    return `${type === "integer" ? "whole number" : "number"}${bounds(schema.minimum, schema.maximum)}`;
  if (type === "null") return "nothing";
  if (type === "boolean") return "yes or no";
  if (type !== "string") return "read by the command itself";
  const shape =
    typeof format === "string" ? ` (${format})` : typeof pattern === "string" ? ` like ${code(pattern)}` : "";
  return `text${shape}${bounds(schema.minLength, schema.maxLength, " characters")}`;
}

/** One line for each field, groups with theirs. */
function linesOf(schema: Json, path = ""): string[] {
  const { properties, required, anyOf, oneOf } = schema;
  const kinds = [anyOf, oneOf].find(Array.isArray);
  if (kinds) return [...new Set(kinds.flatMap((one) => (isJson(one) ? linesOf(one, path) : [])))];
  if (!isJson(properties)) return [];
  return Object.entries(properties).flatMap(([name, field]) => {
    const at = `${path}${name}`;
    const left = Array.isArray(required) && required.includes(name) ? "" : ", may be left out";
    const inner = isJson(field) && field.type === "array" ? field.items : field;
    const below = isJson(inner) ? linesOf(inner, `${at}.`) : [];
    return [`${code(at)} | ${wordsOf(field)}${left}`, ...below];
  });
}

type Check = { _zod: { def: { check?: string; error?: unknown } } };
type Inner = {
  def: {
    checks?: readonly Check[];
    shape?: Readonly<Record<string, z.ZodType>>;
    options?: readonly z.ZodType[];
    in?: z.ZodType;
    innerType?: z.ZodType;
    element?: z.ZodType;
  };
};

/** The message of a rule that is a function: what it says of an empty value; null: it writes one of its own. */
function messageOf(error: unknown): string | null {
  if (typeof error !== "function") return null;
  const message: unknown = Reflect.apply(error, null, [{ input: undefined, path: [] }]);
  return typeof message === "string" ? message : null;
}

/** Rules that no bound expresses, as those of several fields, by their messages: one line each. */
function rulesOf(schema: z.ZodType, path = ""): string[] {
  const { checks = [], shape = {}, options = [], ...inner } = (schema as z.ZodType & Inner).def;
  const own = checks.flatMap(({ _zod: { def } }) => {
    const message = def.check === "custom" ? messageOf(def.error) : null;
    return message ? [`${path ? code(path) : ""} | “${message}”`] : [];
  });
  const below = [inner.in, inner.innerType, ...options].flatMap((one) => (one ? rulesOf(one, path) : []));
  const items = inner.element ? rulesOf(inner.element, path) : [];
  const fields = Object.entries(shape).flatMap(([name, one]) => rulesOf(one, path ? `${path}.${name}` : name));
  return [...new Set([...own, ...below, ...items, ...fields])];
}

const rowsOf = ({ name, input }: DeclaredCommand): string[] => {
  const schema: Json = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
  const lines = linesOf(schema);
  return [...(lines.length > 0 ? lines : [" | no fields"]), ...rulesOf(input)].map(
    (line, at) => `| ${at === 0 ? code(name) : ""} | ${line} |`,
  );
};

/** docs/inputs.md: what each command takes, from the schema that checks it (ASVS 5.0, 2.1.1 and 2.1.2). */
export async function inputsPage(): Promise<string> {
  const commands = await commandsByName();
  const rows = commands.map((one) => ({ module: one.name.split(".")[0] ?? "", rows: rowsOf(one) }));
  const parts = [...Map.groupBy(rows, ({ module }) => module)].map(
    ([module, of]) =>
      `## ${module}\n\n| command | field | takes |\n|---|---|---|\n${of.flatMap((one) => one.rows).join("\n")}`,
  );
  return `# Inputs

Printed by \`npm run docs\` from the schemas that check them: what each of ${commands.length} commands takes, from forms, scripts and programs
alike. Every other field is refused or dropped. A sentence in quotes is what somebody reads who breaks a rule that is more than
a bound; without a field it is a rule of several fields. Texts hold no NUL and no half of a surrogate pair. What programs may send stands in \`/api/openapi.json\`, too.

${parts.join("\n\n")}
`;
}

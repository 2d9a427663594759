import type { FieldError } from "#src/shared/outcome.ts";

/** NUL and halves of surrogate pairs: PostgreSQL keeps neither. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\0");

type Inside = { value: unknown; path: string };

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !isList(value) && isPlain(Object.getPrototypeOf(value));
const isPlain = (prototype: unknown): boolean => prototype === Object.prototype || prototype === null;

/** What lies directly in a list or a record. A list's members go by its name, a record's by name and dot. */
function inside({ value, path }: Inside): Inside[] {
  if (isList(value)) return value.map((one) => ({ value: one, path }));
  if (!isRecord(value)) return [];
  return Object.entries(value).map(([name, one]) => ({
    value: isStorable(name) ? one : name,
    path: path === "" ? name : `${path}.${name}`,
  }));
}

/**
 * The texts of an input, and names in its records, that the database cannot keep, however deep they lie. What lies in
 * `readElsewhere` has a reader of its own that names the fields in its own way.
 */
export function unstorable(input: unknown, readElsewhere: readonly string[] = []): FieldError[] {
  const found = new Set<string>();
  // Not recursive: a body of 64 KB can be 30,000 lists deep.
  const left = inside({ value: input, path: "" }).filter(({ path }) => !readElsewhere.includes(path));
  for (let at = 0; at < left.length; at += 1) {
    const one = left[at] as Inside;
    if (typeof one.value !== "string") for (const deeper of inside(one)) left.push(deeper);
    else if (!isStorable(one.value)) found.add(one.path.toWellFormed().replaceAll("\0", "�"));
  }
  return [...found].map((path) => ({ path, message: "This has characters that cannot be kept." }));
}

import { z } from "zod";
import { done, type FieldError, invalid, type Outcome } from "#src/shared/outcome.ts";
import { type CountBounds, readCount, readWholePercent, type TypedNumber } from "#src/shared/typed-values.ts";
import { isReadInstant, readYears } from "#src/shared/zone.ts";

/** Zod's findings as field errors in words; takes JSON bodies and form records alike. */
export function parseInput<T>(schema: z.ZodType<T>, raw: unknown): Outcome<T> {
  const result = schema.safeParse(raw);
  if (result.success) return done(result.data);
  return invalid(
    result.error.issues.map((issue) => ({
      path: issue.code === "unrecognized_keys" ? (issue.keys[0] ?? "") : issue.path.map(String).join("."),
      message: issue.code === "unrecognized_keys" ? `Unknown field: ${issue.keys.join(", ")}.` : issue.message,
    })),
  );
}

/**
 * The id of what is asked about, as it stands in an address: any text of its length, so that one that is no id finds
 * nothing, like the id of nothing. Ids that a form of ours sends are `z.uuid()`: another text there is a wrong field.
 */
export const askedId = z.string().max(100);

/** What a person typed, or a number that the server itself passes on. Refuses with the reason. */
const typed = (read: (text: string) => TypedNumber) =>
  z.union([z.number(), z.string().max(40)]).transform((sent, context) => {
    const found = read(String(sent));
    if (found.ok) return found.value;
    context.addIssue({ code: "custom", message: found.message });
    return z.NEVER;
  });

export const typedCount = (bounds: Required<CountBounds>) => typed((text) => readCount(text, bounds));

/** Whole percent from 0 to 100; empty is null. */
export const typedShare = z.union([z.literal("").transform(() => null), z.null(), typed(readWholePercent)]);

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

const farDay = `Choose a day of the years ${readYears.first} to ${readYears.last}.`;

/** What to say of a text or an instant that cannot be kept; null when it can, or is something else. */
function complaint(value: unknown): string | null {
  if (typeof value === "string") return isStorable(value) ? null : "This has characters that cannot be kept.";
  if (value instanceof Date) return isReadInstant(value) ? null : farDay;
  return null;
}

/**
 * The texts and instants of an input, and names in its records, that the database cannot keep, however deep they lie.
 * What lies in `readElsewhere` has a reader of its own that names the fields in its own way.
 */
export function unstorable(input: unknown, readElsewhere: readonly string[] = []): FieldError[] {
  const found = new Map<string, string>();
  // Not recursive: a body of 64 KB can be 30,000 lists deep.
  const left = inside({ value: input, path: "" }).filter(({ path }) => !readElsewhere.includes(path));
  for (let at = 0; at < left.length; at += 1) {
    const one = left[at] as Inside;
    for (const deeper of inside(one)) left.push(deeper);
    const message = complaint(one.value);
    if (message !== null) found.set(one.path.toWellFormed().replaceAll("\0", "�"), message);
  }
  return [...found].map(([path, message]) => ({ path, message }));
}

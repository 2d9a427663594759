import type { FieldError } from "#src/shared/outcome.ts";

/** NUL and halves of surrogate pairs: PostgreSQL keeps neither. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\0");

/** The texts of an input, and of its lists, that the database cannot keep; objects inside have readers of their own. */
export function unstorable(input: unknown): FieldError[] {
  if (typeof input !== "object" || input === null) return [];
  return Object.entries(input)
    .filter(([, value]) => [value].flat().some((one) => typeof one === "string" && !isStorable(one)))
    .map(([path]) => ({ path, message: "This has characters that cannot be kept." }));
}

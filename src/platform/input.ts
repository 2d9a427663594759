import { z } from "zod";
import { done, invalid, type Outcome } from "#src/shared/outcome.ts";
import { type CountBounds, readCount, readWholePercent, type TypedNumber } from "#src/shared/typed-values.ts";

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

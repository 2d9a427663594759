import type { z } from "zod";
import { done, invalid, type Outcome } from "#src/shared/outcome.ts";

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

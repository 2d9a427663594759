import { z } from "zod";
import { type CountBounds, readCount, readWholePercent, type TypedNumber } from "#src/shared/typed-number.ts";

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

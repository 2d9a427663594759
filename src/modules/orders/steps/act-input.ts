import { z } from "zod";
import { askedId } from "#src/platform/input.ts";
import { maxText, quoteBounds, type TextParam, textParams } from "../domain/action-params.ts";
import { personActions } from "../domain/lifecycle.ts";
import { fileIds } from "../storage/order-row.ts";

const text = z
  .string()
  .max(maxText + 1)
  .optional();
const texts = Object.fromEntries(textParams.map((name) => [name, text])) as Record<TextParam, typeof text>;
const cents = z.number("Give an amount in whole cents.").int("Give an amount in whole cents.");
const instant = z
  .union([z.date(), z.iso.datetime({ offset: true, error: "Give date and time." })])
  .transform((at) => new Date(at));

/** One step with all its possible parameters; the lifecycle table says what each step needs. */
export const actInput = z.strictObject({
  orderId: askedId,
  action: z.enum(personActions, "This step is not known."),
  /** The version of the order that the person saw; a newer one is a conflict. */
  seenVersion: z.coerce.number().int().optional(),
  ...texts,
  /** Complete uploads that go with a claim or an answer in a dispute. */
  files: fileIds.optional(),
  refundSeenCents: z.coerce.number("Give an amount in whole cents.").int().optional(),
  cause: z.enum(["client", "writer", "operator"]).optional(),
  refundCents: cents.optional(),
  bearer: z.enum(["client", "writer", "operator"]).optional(),
  deadline: instant.optional(),
  writerId: askedId.optional(),
  writerDeadline: instant.optional(),
  quote: z
    .strictObject({
      cents,
      scope: z.string().max(maxText),
      deadline: instant,
      lines: z
        .array(z.strictObject({ what: z.string().max(quoteBounds.what), cents }))
        .max(100)
        .optional(),
      validHours: z.number().int("Write whole hours.").optional(),
    })
    .optional(),
});
export type ActInput = z.infer<typeof actInput>;

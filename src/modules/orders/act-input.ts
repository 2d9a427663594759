import { z } from "zod";
import { maxText } from "./domain/action-params.ts";

/** The steps that people take by `act`; deliveries and payments carry more and have commands of their own. */
const personActions = [
  "quote",
  "ask-quote",
  "cancel",
  "assign",
  "claim",
  "accept",
  "accept-for-writer",
  "decline",
  "withdraw-offer",
  "hold",
  "answer",
  "request-revision",
  "complete",
  "complete-unreached",
  "open-dispute",
  "decide-complete",
  "decide-refund",
  "decide-resume",
  "decide-reassign",
  "reassign",
] as const;

const words = z
  .string()
  .max(maxText + 1)
  .refine((text) => text.isWellFormed() && !text.includes("\0"), "Write this as text.")
  .optional();
const cents = z.coerce.number("Give an amount in whole cents.").int("Give an amount in whole cents.");
const instant = z
  .union([z.date(), z.iso.datetime({ offset: true, error: "Give date and time." })])
  .transform((at) => new Date(at));

/** One step with all that may come along; the lifecycle table says what each step needs. */
export const actInput = z.strictObject({
  orderId: z.string().max(100),
  action: z.enum(personActions, "This step is not known."),
  /** The version of the order that the person saw; a newer one is a conflict. */
  seenVersion: z.coerce.number().int().optional(),
  reason: words,
  outcome: words,
  points: words,
  question: words,
  answer: words,
  refundSeenCents: cents.optional(),
  cause: z.enum(["client", "writer", "house"]).optional(),
  refundCents: cents.optional(),
  bearer: z.enum(["client", "writer", "house"]).optional(),
  deadline: instant.optional(),
  writerId: z.string().max(100).optional(),
  writerDeadline: instant.optional(),
  quote: z.strictObject({ cents, scope: z.string().max(maxText), deadline: instant }).optional(),
});
export type ActInput = z.infer<typeof actInput>;

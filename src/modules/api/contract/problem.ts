import { z } from "zod";

/** Every refusal (RFC 9457, application/problem+json). */
export const problemWire = z.looseObject({
  type: z.string().startsWith("urn:paperwright:").describe("The kind of refusal; the part that programs compare."),
  title: z.string().describe("A sentence for people."),
  status: z.int().min(400).max(599),
  instance: z.string().startsWith("urn:request:").describe("Names the request; tell it to support."),
  errors: z
    .array(
      z.strictObject({
        field: z.string(),
        detail: z.string(),
        allowed: z.array(z.string()).optional().describe("The choices, where there are any."),
      }),
    )
    .optional()
    .describe("One entry for each wrong field."),
});

export const problemExample = {
  type: "urn:paperwright:invalid",
  title: "Some answers need a second look.",
  status: 422,
  instance: "urn:request:Rk3vQ1pLx0aS",
  errors: [{ field: "pages", detail: "Write a whole number from 1 to 500." }],
};

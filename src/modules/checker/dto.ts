import { z } from "zod";
import { mostCharacters } from "./domain/verdict.ts";

/** The body of `POST /api/checks`. */
export const checkRequest = z.strictObject({
  text: z.string().describe(`English prose, at most ${mostCharacters.toLocaleString("en-US")} characters.`),
  whole: z.boolean().optional().describe("Also look at code, tables and references, which are left out otherwise."),
});

const lines = (what: string) => z.int().min(0).describe(`Lines of ${what}.`);

/** What `POST /api/checks` answers. */
export const checkDto = z.strictObject({
  score: z.number().describe("The model's own figure; its limits depend on the length, so read the band instead."),
  band: z.enum(["human-like", "cannot-tell", "likely-ai", "too-short"]).describe("The answer."),
  words: z.int().min(0).describe("Words that were looked at."),
  left: z
    .strictObject({ code: lines("code"), table: lines("tables"), references: lines("lists of references") })
    .describe("What was left out before the text was looked at."),
  weak: z.boolean().describe("The text is short, and the answer weak."),
  doubts: z
    .array(z.enum(["language", "remains", "verse", "list", "unlike"]))
    .describe('Why the answer is "cannot-tell" whatever the score.'),
  sentences: z
    .array(z.strictObject({ from: z.int().min(0), to: z.int().min(0), level: z.enum(["some", "strong"]) }))
    .describe("Stretches of the text (UTF-16 units) that resemble machine-written text."),
  model: z.string().describe("The version of the model."),
});

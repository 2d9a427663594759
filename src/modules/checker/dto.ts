import { z } from "zod";
import { figures } from "#src/shared/counted.ts";
import { mostCharacters, registers } from "./domain/verdict.ts";

/** The body of `POST /api/checks`. */
export const checkRequest = z.strictObject({
  text: z.string().describe(`English prose, at most ${figures(mostCharacters)} characters.`),
  whole: z.boolean().optional().describe("Also look at code, tables and references, which are left out otherwise."),
});

const lines = (what: string) => z.int().min(0).describe(`Lines of ${what}.`);

const share = (what: string) =>
  z.strictObject({ k: z.int().min(0), n: z.int().min(0) }).describe(`Of n ${what}, k were called "likely-ai".`);

/** What `POST /api/checks` answers: a band, what stands out, and how often such an answer was wrong. */
export const checkDto = z.strictObject({
  band: z.enum(["human-like", "cannot-tell", "likely-ai", "too-short"]).describe("The answer."),
  words: z.int().min(0).describe("Words that were looked at."),
  left: z
    .strictObject({ code: lines("code"), table: lines("tables"), references: lines("lists of references") })
    .describe("What was left out before the text was looked at."),
  register: z
    .enum(registers)
    .describe('Which upper limit was used: a "scholarly" or "personal" text has a higher one than the "common" one.'),
  weak: z.boolean().describe("The text is short, and the answer weak."),
  doubts: z
    .array(z.enum(["language", "remains", "verse", "list", "unlike"]))
    .describe('Why the answer is "cannot-tell" whatever the style.'),
  sentences: z
    .array(z.strictObject({ from: z.int().min(0), to: z.int().min(0), level: z.enum(["some", "strong"]) }))
    .describe("Stretches of the text (UTF-16 units) that resemble machine-written text."),
  evidence: z
    .array(
      z.strictObject({
        name: z.string(),
        value: z.number(),
        unit: z.string(),
        low: z.number(),
        high: z.number(),
        isMore: z.boolean(),
      }),
    )
    .describe("Figures of style that lie outside `low` to `high`, the range of nine in ten human texts."),
  rates: z
    .array(
      z.strictObject({
        kind: z.string().describe("The kind of writing; all kinds together when it is `All kinds`."),
        humans: share("human texts"),
        machines: share("machine-written texts"),
      }),
    )
    .describe("Measured on texts of about this length. Empty below 150 words and where there are doubts."),
  model: z.string().describe("The version of the model."),
});

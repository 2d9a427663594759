import { z } from "zod";
import { parseInput } from "#src/platform/input.ts";
import { answerJson, jsonAnswer } from "#src/platform/json.ts";
import { problem } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { figures } from "#src/shared/counted.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { checkerFor, checkProgress, checkText } from "./checking/check-text.ts";
import { kindName } from "./domain/card.ts";
import { mostCharacters, registers } from "./domain/verdict.ts";
import { checkerPort } from "./ports.ts";

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

const refusedGuest = (ctx: Ctx): Response | null =>
  checkerFor(ctx.viewer) !== null ? null : problem(refuse("signed-out", "Sign in first."), ctx.request.id);

/** `POST /api/checks` with `{"text", "whole"?}` for signed-in people; `GET /api/checks`: how many wait, and how far one's own is. */
export const checkHandlers = {
  post: async (request: Request, ctx: Ctx): Promise<Response> =>
    refusedGuest(ctx) ??
    answerJson(request, ctx, async (body) => {
      const parsed = parseInput(checkRequest, body);
      if (!parsed.ok) return parsed;
      const { text, whole = false } = parsed.value;
      const checked = await checkText(ctx, text, { signal: request.signal, whole });
      if (!checked.ok) return checked;
      const { band, words, left, register, weak, doubts, highlights, moved, model } = checked.value;
      const rates = checked.value.rates.map(({ kind, humans, machines }) => ({
        kind: kindName(kind),
        humans,
        machines,
      }));
      return done({ band, words, left, register, weak, doubts, sentences: highlights, evidence: moved, rates, model });
    }),
  waiting: (ctx: Ctx): Response =>
    refusedGuest(ctx) ??
    jsonAnswer(done({ waiting: ctx.runtime.port(checkerPort).waiting(), own: checkProgress(ctx) }), ctx),
};

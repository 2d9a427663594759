import { parseInput } from "#src/platform/input.ts";
import { answerJson, jsonAnswer } from "#src/platform/json.ts";
import { problem } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import { checkerFor, checkProgress } from "./checking/check-quota.ts";
import { checkText } from "./checking/check-text.ts";
import { kindName } from "./domain/card.ts";
import { checkRequest } from "./dto.ts";
import { checkerPort } from "./ports.ts";

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

import { z } from "zod";
import type { BrandChoice } from "#src/modules/operator/index.server.ts";
import { judgeColour, typePairs } from "#src/modules/operator/index.ts";
import { command } from "#src/platform/command.ts";
import { changeDraft } from "../drafts/own-draft.ts";
import { brandKind } from "./brand-kind.ts";
import { slots } from "./read-picture.ts";

const input = z.strictObject({
  /** What to do besides keeping what was typed: a step of every draft, `save`, `offer`, `remove:<picture>`. */
  step: z.string().max(40),
  /** The revision of the draft that the page showed. */
  seen: z.string().max(12),
  typed: z.strictObject({ colour: z.string().max(40).optional(), pair: z.enum(typePairs).optional() }),
});
type Input = z.infer<typeof input>;

/** The nearest colour that passes in the place of the typed one. */
function offered(draft: BrandChoice): BrandChoice {
  const judged = judgeColour(draft.colour);
  return judged.ok || !judged.offer ? draft : { ...draft, colour: judged.offer };
}

/** The draft after a step of its own; null when the step is not known. */
function typedBrand(draft: BrandChoice, { step, typed }: Input): BrandChoice | null {
  const { colour = draft.colour, pair = draft.pair } = typed;
  const taken = { ...draft, colour: colour.trim(), pair };
  if (step === "save") return taken;
  if (step === "offer") return offered(taken);
  const slot = slots.find((one) => step === `remove:${one}`);
  return slot ? { ...taken, [slot]: null } : null;
}

/**
 * Changes the own draft of the brand; nothing is published by it. Needs `settings`. Refuses conflict when the draft was
 * changed since the page was made.
 */
export const changeBrandDraft = command<Input, number>("admin.change-brand-draft", {
  input,
  run: (work, sent) => changeDraft(work, brandKind, sent, (draft) => typedBrand(draft, sent)),
});

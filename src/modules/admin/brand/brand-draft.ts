import { z } from "zod";
import {
  type Brand,
  type BrandChoice,
  brandSetting,
  choiceOf,
  isShippedBrand,
} from "#src/modules/operator/index.server.ts";
import { judgeColour, readColour, shippedColour, typePairs } from "#src/modules/operator/index.ts";
import { command } from "#src/platform/command.ts";
import { query } from "#src/platform/query.ts";
import { seenAtOnce } from "#src/platform/save-setting.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import type { DraftKind } from "../drafts/draft-kind.ts";
import { changeDraft, draftState, publishDraft, undoVersion } from "../drafts/own-draft.ts";
import { brandLabels } from "./brand-labels.ts";
import { slots } from "./read-picture.ts";

/** The colour that a typed one is kept as; "" is the shipped one. */
const keptColour = (typed: string): string => {
  const colour = readColour(typed) ?? typed.trim();
  return colour === shippedColour ? "" : colour;
};

/** How the shop looks, as it is drafted and published. */
export const brandKind: DraftKind<BrandChoice, Brand> = {
  setting: brandSetting,
  labels: brandLabels,
  published: "another look",
  read: choiceOf,
  write: (choice, stamp) => ({ ...choice, colour: keptColour(choice.colour), ...stamp }),
  check: async ({ colour }) => {
    const judged = colour.trim() === "" ? null : judgeColour(colour);
    return judged && !judged.ok ? [{ path: "colour", message: judged.why }] : [];
  },
};

/** The brand as this admin edits it: the own draft, what is published, and what others do. Needs `settings`. */
export const brandEditor = query("admin.brand-editor", {
  input: z.strictObject({}),
  run: async (ask) => {
    const state = await draftState(ask, brandKind);
    return state ? done({ ...state, shipped: isShippedBrand(state.published) }) : notFound();
  },
});

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

const publishInput = z.strictObject({ seen: z.string().max(12) });

/** Publishes the own draft of the brand: every page shows it from now on. */
export const publishBrand = seenAtOnce(
  command<z.infer<typeof publishInput>, number>("admin.publish-brand", {
    input: publishInput,
    run: (work, { seen }) => publishDraft(work, brandKind, seen),
  }),
);

const undoInput = z.strictObject({ version: z.string().regex(/^\d{1,6}$/) });

/** Publishes what was there before this version again. */
export const undoBrand = seenAtOnce(
  command<z.infer<typeof undoInput>, number>("admin.undo-brand", {
    input: undoInput,
    run: (work, { version }) => undoVersion(work, brandKind, version),
  }),
);

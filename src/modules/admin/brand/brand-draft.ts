import { and, lt, sql } from "drizzle-orm";
import { z } from "zod";
import {
  type Brand,
  type BrandChoice,
  brandPictures,
  brandSetting,
  choiceOf,
  isShippedBrand,
} from "#src/modules/operator/index.server.ts";
import { judgeColour, readColour, shippedColour, typePairs } from "#src/modules/operator/index.ts";
import { command } from "#src/platform/command.ts";
import { query } from "#src/platform/query.ts";
import { agedRows, retentionJob } from "#src/platform/retention.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { seenAtOnce } from "#src/platform/save-setting.ts";
import { pastSettings, settings } from "#src/platform/tables.ts";
import { done, notFound, type Outcome } from "#src/shared/outcome.ts";
import { canChangeSettings } from "../domain/policy.ts";
import type { DraftKind } from "../drafts/draft-kind.ts";
import { changeDraft, draftState, publishDraft, undoVersion } from "../drafts/own-draft.ts";
import { siteDrafts } from "../tables.ts";
import { brandLabels } from "./brand-labels.ts";
import { type ReadPicture, readPicture, slots } from "./read-picture.ts";

/** The colour that a typed one is kept as; "" is the shipped one. */
const keptColour = (typed: string): string => {
  const colour = readColour(typed) ?? typed.trim();
  return colour === shippedColour ? "" : colour;
};

/** How the shop looks, as it is drafted and published. */
const brandKind: DraftKind<BrandChoice, Brand> = {
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

const pictureInput = z.strictObject({
  slot: z.enum(slots),
  seen: z.string().max(12),
  read: z.custom<ReadPicture>((value) => typeof value === "object" && value !== null),
});

const keepPicture = command<z.infer<typeof pictureInput>, number>("admin.put-brand-picture", {
  input: pictureInput,
  run: async (work, { slot, seen, read: { picture, data } }) => {
    if (!canChangeSettings(work.viewer)) return notFound();
    const { id, type, width, height } = picture;
    const row = { id, type, width, height, data, createdAt: work.now };
    // The new date keeps a picture that was sent before from the sweep, until the draft names it.
    await work.tx
      .insert(brandPictures)
      .values(row)
      .onConflictDoUpdate({ target: brandPictures.id, set: { createdAt: work.now } });
    return changeDraft(work, brandKind, { step: "put", seen }, (draft) => ({ ...draft, [slot]: picture }));
  },
});

type Sent = { slot: string; seen: string; name: string; bytes: Buffer };

/**
 * Puts a logo or an icon into the own draft of the brand. Needs `settings`. Refuses invalid with the reason in words at
 * the picture's place, and conflict when the draft was changed since the page was made.
 */
export async function putBrandPicture(ctx: Ctx, { slot: asked, seen, name, bytes }: Sent): Promise<Outcome<number>> {
  const slot = slots.find((one) => one === asked);
  if (!slot || !canChangeSettings(ctx.viewer)) return notFound();
  const read = await readPicture(slot, name, bytes);
  return read.ok ? keepPicture(ctx, { slot, seen, read: read.value }) : read;
}

/** Every place that can name a picture: what is published, what was, and drafts. */
const naming = sql`
  select ${settings.value}::text as words from ${settings} where ${settings.key} = ${brandSetting.key}
  union all select ${pastSettings.value}::text from ${pastSettings} where ${pastSettings.key} = ${brandSetting.key}
  union all select ${siteDrafts.base}::text || ${siteDrafts.draft}::text from ${siteDrafts} where ${siteDrafts.setting} = ${brandSetting.key}`;

export const sweepBrandPictures = retentionJob("admin.sweep-brand-pictures", "47 3 * * *", [
  agedRows({
    key: "admin.brand-pictures",
    holds: "Logos and icons of drafts that were discarded",
    why: "A draft can be opened again for a week.",
    ...{ table: brandPictures, days: 7 },
    past: (before) =>
      and(
        lt(brandPictures.createdAt, before),
        sql`not exists (select from (${naming}) named where position(${brandPictures.id} in named.words) > 0)`,
      ),
  }),
]);

import { and, lt, sql } from "drizzle-orm";
import { z } from "zod";
import { brandPictures, brandSetting } from "#src/modules/operator/index.server.ts";
import { command } from "#src/platform/command.ts";
import { agedRows, retentionJob } from "#src/platform/retention.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { pastSettings, settings } from "#src/platform/tables.ts";
import { notFound, type Outcome } from "#src/shared/outcome.ts";
import { canChangeSettings } from "../domain/policy.ts";
import { changeDraft } from "../drafts/own-draft.ts";
import { siteDrafts } from "../tables.ts";
import { brandKind } from "./brand-draft.ts";
import { type ReadPicture, readPicture, slots } from "./read-picture.ts";

const input = z.strictObject({
  slot: z.enum(slots),
  seen: z.string().max(12),
  read: z.custom<ReadPicture>((value) => typeof value === "object" && value !== null),
});

const keepPicture = command<z.infer<typeof input>, number>("admin.put-brand-picture", {
  input,
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

import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { seenAtOnce } from "#src/platform/save-setting.ts";
import { notFound, refuse } from "#src/shared/outcome.ts";
import { canChangeSettings } from "../domain/policy.ts";
import { ofVersion, publishDraft, publishedOf, putVersion } from "../drafts/own-draft.ts";
import { brandKind } from "./brand-kind.ts";

const input = z.strictObject({ seen: z.string().max(12) });

/** Publishes the own draft of the brand: every page shows it from now on. */
export const publishBrand = seenAtOnce(
  command<z.infer<typeof input>, number>("admin.publish-brand", {
    input,
    run: (work, { seen }) => publishDraft(work, brandKind, seen),
  }),
);

const back = z.strictObject({ version: z.string().regex(/^\d{1,6}$/) });

/**
 * Publishes what was there before this version again. Needs `settings`. Refuses conflict when this version is not the
 * newest any more.
 */
export const undoBrand = seenAtOnce(
  command<z.infer<typeof back>, number>("admin.undo-brand", {
    input: back,
    run: async (work, sent) => {
      if (!canChangeSettings(work.viewer)) return notFound();
      const { version } = await publishedOf(work.tx, brandKind);
      if (String(version) !== sent.version || version === 0)
        return refuse("conflict", "Somebody published other changes in the meantime. Nothing was undone.");
      const before = await ofVersion(work.tx, brandKind, version - 1);
      return before ? putVersion(work, brandKind, before, version) : notFound();
    },
  }),
);

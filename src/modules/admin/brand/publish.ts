import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { seenAtOnce } from "#src/platform/save-setting.ts";
import { publishDraft, undoVersion } from "../drafts/own-draft.ts";
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

/** Publishes what was there before this version again. */
export const undoBrand = seenAtOnce(
  command<z.infer<typeof back>, number>("admin.undo-brand", {
    input: back,
    run: (work, { version }) => undoVersion(work, brandKind, version),
  }),
);

import { z } from "zod";
import { query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { accessTo } from "../access.ts";
import { loadFile } from "../storing/file-row.ts";
import type { FileRow } from "../tables.ts";

const input = z.strictObject({ id: z.string() });

/**
 * A file that the viewer sent, while the viewer still has it: one attached to a subject belongs to those who may see
 * the subject. Refuses not-found, also for foreign ones.
 */
export const ownFile = query<z.infer<typeof input>, FileRow>("files.own", {
  input,
  run: async ({ db, ctx }, { id }) => {
    const file = await loadFile(db, id);
    const access = await accessTo(ctx, file);
    return file && access === "original" ? done(file) : notFound();
  },
});

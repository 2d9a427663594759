import { and, eq, isNull, ne } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { done, type Outcome, refuse } from "#src/shared/outcome.ts";
import { ownFile } from "../storing/file-row.ts";
import { type FileRow, files } from "../tables.ts";

const input = z.strictObject({ id: z.string() });

/**
 * The owner withdraws a file that is not used anywhere, finished or not. Its bytes go after the commit. Refuses
 * not-found, and conflict for a file that is attached where its owner sees it.
 */
export async function removeUpload(ctx: Ctx, raw: unknown): Promise<Outcome<FileRow>> {
  const own = await ownFile(ctx, raw);
  return own.ok ? remove(ctx, { id: own.value.id }) : own;
}

const remove = command<z.infer<typeof input>, FileRow>("files.remove-upload", {
  input,
  run: async (work, { id }) => {
    const [gone] = await work.tx
      .update(files)
      .set({ state: "gone", goneAt: work.now, expiresAt: null, checkAt: null, leaseUntil: null, writing: false })
      .where(and(eq(files.id, id), ne(files.state, "gone"), isNull(files.attachedTo)))
      .returning();
    return gone ? done(gone) : refuse("conflict", "This file is in use and stays.");
  },
});

import { and, eq, isNull, ne } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound, refuse } from "#src/shared/outcome.ts";
import { ownerIdOf } from "../domain/policy.ts";
import { type FileRow, files } from "../tables.ts";

const input = z.strictObject({ id: z.string() });

/** The owner takes back a file that is not used anywhere, finished or not. Its bytes go after the commit. */
export const removeUpload = command<z.infer<typeof input>, FileRow>("files.remove-upload", {
  input,
  run: async (work, { id }) => {
    const owner = ownerIdOf(work.viewer);
    if (owner === null || !isId(id)) return notFound();
    const own = and(eq(files.id, id), eq(files.ownerId, owner), ne(files.state, "gone"));
    const [gone] = await work.tx
      .update(files)
      .set({ state: "gone", goneAt: work.now, expiresAt: null, checkAt: null, leaseUntil: null, writing: false })
      .where(and(own, isNull(files.attachedTo)))
      .returning();
    if (gone) return done(gone);
    const [used] = await work.tx.select({ id: files.id }).from(files).where(own);
    return used ? refuse("conflict", "This file is in use and stays.") : notFound();
  },
});

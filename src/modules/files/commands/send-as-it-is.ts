import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { ownerIdOf } from "../domain/policy.ts";
import { emitFileChanged } from "../standing.ts";
import { files } from "../tables.ts";

const input = z.strictObject({ id: z.string() });

/** The owner lets others have a file whose personal details could not be taken out (a locked PDF, an old Office file). */
export const sendAsItIs = command<z.infer<typeof input>, null>("files.send-as-it-is", {
  input,
  run: async (work, { id }) => {
    const owner = ownerIdOf(work.viewer);
    if (owner === null || !isId(id)) return notFound();
    const [allowed] = await work.tx
      .update(files)
      .set({ cleanState: "none", refusal: null })
      .where(and(eq(files.id, id), eq(files.ownerId, owner), eq(files.state, "ready"), eq(files.cleanState, "cannot")))
      .returning();
    if (!allowed) return notFound();
    emitFileChanged(work, allowed);
    work.audit({ action: "files.sent-as-it-is", subject: id });
    return done(null);
  },
});

import { eq } from "drizzle-orm";
import { z } from "zod";
import { forgetFilesAt } from "#src/modules/files/index.server.ts";
import { command } from "#src/platform/command.ts";
import { done, notFound, refuse } from "#src/shared/outcome.ts";
import { applications } from "../tables.ts";

/** Deletes the own application with its samples while nobody has decided. Refusals: not-found, conflict (decided). */
export const withdrawApplication = command<Record<string, never>, null>("writing.withdraw-application", {
  input: z.strictObject({}),
  run: async (work) => {
    const { viewer, tx } = work;
    if (viewer.kind !== "person") return refuse("signed-out", "Sign in first.");
    const [row] = await tx.select().from(applications).where(eq(applications.personId, viewer.id)).for("update");
    if (!row) return notFound();
    if (row.state === "accepted" || row.state === "declined")
      return refuse("conflict", "Your application was answered meanwhile. Read the answer first.");
    await forgetFilesAt(work, "application", [row.id]);
    await tx.delete(applications).where(eq(applications.id, row.id));
    work.audit({ action: "hiring.withdrawn", subject: viewer.id, detail: { state: row.state } });
    return done(null);
  },
});

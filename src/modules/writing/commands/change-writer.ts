import { eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { may } from "#src/shared/viewer.ts";
import { writers } from "../tables.ts";

const input = z.strictObject({
  personId: z.uuid(),
  active: z.boolean().optional(),
  capacity: z.coerce.number().int().min(0).max(100).optional(),
});

/** An admin says whether a writer gets new work, and how many orders at once. Refuses not-found. */
export const changeWriter = command<z.infer<typeof input>, null>("writing.change-writer", {
  input,
  run: async (work, { personId, ...change }) => {
    if (!may(work.viewer, "people")) return notFound();
    const [before] = await work.tx.select().from(writers).where(eq(writers.personId, personId)).for("update");
    if (!before) return notFound();
    const { active = before.active, capacity = before.capacity } = change;
    await work.tx.update(writers).set({ active, capacity }).where(eq(writers.personId, personId));
    const from = { active: before.active, capacity: before.capacity };
    work.audit({ action: "writer.changed", subject: personId, detail: { from, to: { active, capacity } } });
    return done(null);
  },
});

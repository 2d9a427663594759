import { eq } from "drizzle-orm";
import type { PersonalData } from "#src/platform/personal-data.ts";
import { writers } from "./tables.ts";

/** A writer's place. The pseudonym stays in the orders that were written under it. */
export const writerData: PersonalData = {
  name: "writing",
  async *gather({ runtime: { db } }, { id }) {
    const rows = await db.select().from(writers).where(eq(writers.personId, id));
    if (rows.length > 0) yield { path: "writing.json", rows };
  },
  forget: async ({ tx }, { id }) => {
    await tx.update(writers).set({ active: false }).where(eq(writers.personId, id));
  },
};

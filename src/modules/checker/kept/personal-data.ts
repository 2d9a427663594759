import { asc, eq } from "drizzle-orm";
import type { PersonalData } from "#src/platform/personal-data.ts";
import { keptChecks } from "../tables.ts";
import { openCheck } from "./kept-checks.ts";

/** Answers that a person kept, with their texts. */
export const checkData: PersonalData = {
  async *gather({ runtime: { db, secret } }, { id }) {
    const found = await db.select().from(keptChecks).where(eq(keptChecks.ownerId, id)).orderBy(asc(keptChecks.at));
    if (found.length > 0) yield { path: "checks.json", rows: found.map((row) => openCheck(secret, row)) };
  },
  forget: async ({ tx }, { id }) => {
    await tx.delete(keptChecks).where(eq(keptChecks.ownerId, id));
  },
};

import { asc, eq } from "drizzle-orm";
import type { PersonalData } from "#src/platform/personal-data.ts";
import { notices } from "./tables.ts";

/** What a person was told inside the product. */
export const noticeData: PersonalData = {
  name: "notices",
  async *gather({ db }, { id }) {
    const { title, text, at, readAt } = notices;
    const rows = await db
      .select({ title, text, at, readAt })
      .from(notices)
      .where(eq(notices.personId, id))
      .orderBy(asc(at));
    if (rows.length > 0) yield { path: "notices.json", rows };
  },
  forget: async ({ tx }, { id }) => {
    await tx.delete(notices).where(eq(notices.personId, id));
  },
};

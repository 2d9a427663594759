import { eq } from "drizzle-orm";
import type { PersonalData } from "#src/platform/personal-data.ts";
import { quotes } from "./tables.ts";

/** Prices that a person asked for and did not use. */
export const quoteData: PersonalData = {
  name: "quotes",
  async *gather({ runtime: { db } }, { id }) {
    const rows = await db
      .select({ service: quotes.service, inputs: quotes.inputs, result: quotes.result, pricedAt: quotes.pricedAt })
      .from(quotes)
      .where(eq(quotes.viewer, id));
    if (rows.length > 0) yield { path: "quotes.json", rows };
  },
  forget: async ({ tx }, { id }) => {
    await tx.delete(quotes).where(eq(quotes.viewer, id));
  },
};

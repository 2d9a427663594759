import { eq } from "drizzle-orm";
import type { PersonalData } from "#src/platform/personal-data.ts";
import { priceDrafts, publications, quotes } from "./tables.ts";

/** Prices that a person asked for and did not use, and what an admin wrote into the price list. */
export const quoteData: PersonalData = {
  async *gather({ runtime: { db } }, { id }) {
    const rows = await db
      .select({ service: quotes.service, inputs: quotes.inputs, result: quotes.result, pricedAt: quotes.pricedAt })
      .from(quotes)
      .where(eq(quotes.viewer, id));
    if (rows.length > 0) yield { path: "quotes.json", rows };
    const drafts = await db.select().from(priceDrafts).where(eq(priceDrafts.personId, id));
    if (drafts.length > 0) yield { path: "price-draft.json", rows: drafts };
    const published = await db
      .select({ version: publications.version, at: publications.at, reason: publications.reason })
      .from(publications)
      .where(eq(publications.author, id));
    if (published.length > 0) yield { path: "published-prices.json", rows: published };
  },
  forget: async ({ tx }, { id }) => {
    await tx.delete(priceDrafts).where(eq(priceDrafts.personId, id));
    await tx.delete(quotes).where(eq(quotes.viewer, id));
  },
};

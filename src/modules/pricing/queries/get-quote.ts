import { eq } from "drizzle-orm";
import { z } from "zod";
import { askedId } from "#src/platform/id-schema.ts";
import { query } from "#src/platform/query.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import type { QuoteAnswer } from "../domain/quote.ts";
import { answerFor } from "../kept-quote.ts";
import { type KeptInput, quotes } from "../tables.ts";

export type FoundQuote = {
  answer: QuoteAnswer;
  /** The checked fields as a program would send them, `deadline` as an instant: what a form is filled from. */
  inputs: KeptInput;
  service: string;
  pricedAt: Date;
  usedByOrder: string | null;
};

const input = z.strictObject({ id: askedId });

/** A stored quote: a signed-in one for its account alone, a guest's for whoever holds the id. Refuses not-found. */
export const getQuote = query<z.infer<typeof input>, FoundQuote>("pricing.get-quote", {
  input,
  run: async ({ db, viewer, now }, { id }) => {
    if (!isId(id)) return notFound();
    const [row] = await db.select().from(quotes).where(eq(quotes.id, id));
    const asker = viewer.kind === "person" ? viewer.id : null;
    if (!row || (row.viewer !== null && row.viewer !== asker)) return notFound();
    return done({
      answer: answerFor(row, now),
      inputs: row.inputs,
      service: row.service,
      pricedAt: row.pricedAt,
      usedByOrder: row.usedByOrder,
    });
  },
});

import { eq } from "drizzle-orm";
import { z } from "zod";
import { query } from "#src/platform/query.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { dayMs } from "#src/shared/units.ts";
import type { QuoteAnswer } from "../domain/quote.ts";
import { longestQuoteId } from "../domain/quote.ts";
import { answerFor, readSignedQuote, rowIdOf } from "../quotes/kept-quote.ts";
import { shopSetting } from "../settings.ts";
import { type KeptInput, quotes } from "../tables.ts";

export type FoundQuote = {
  answer: QuoteAnswer;
  /** The checked fields as a program would send them, `deadline` as an instant: what a form is filled from. */
  inputs: KeptInput;
  service: string;
  pricedAt: Date;
  usedByOrder: string | null;
};

const input = z.strictObject({ id: z.string() });

const keptMs = 7 * dayMs;

/**
 * A quote: a signed-in one for its account alone; a guest's, which its id holds, for whoever has the id, until it is used
 * and for seven days. Refuses not-found.
 */
export const getQuote = query<z.infer<typeof input>, FoundQuote>("pricing.get-quote", {
  input,
  run: async ({ db, ctx, viewer, now }, { id }) => {
    if (id.length > longestQuoteId) return notFound();
    const [kept] = await db
      .select()
      .from(quotes)
      .where(eq(quotes.id, rowIdOf(id)));
    const open = kept || isId(id) ? null : await readSignedQuote(ctx.runtime, id, now);
    const row = kept ?? (open && now.getTime() <= open.pricedAt.getTime() + keptMs ? open : null);
    const asker = viewer.kind === "person" ? viewer.id : null;
    if (!row || (row.viewer !== null && row.viewer !== asker)) return notFound();
    return done({
      answer: answerFor(row, { id, now, shop: await ctx.runtime.settings.get(shopSetting) }),
      inputs: row.inputs,
      service: row.service,
      pricedAt: row.pricedAt,
      usedByOrder: row.usedByOrder,
    });
  },
});

import { getQuote } from "#src/modules/pricing/index.server.ts";
import type { PriceLine } from "#src/modules/pricing/index.ts";
import type { Ctx } from "#src/platform/house.ts";

/** What the person was doing before the sign-in, to be shown beside it: an order, with its price if one was made. */
export type KeptWork = {
  quote: { lines: PriceLine[]; subtotalBeforeDeadlineCents: number; totalCents: number; wordCount: number } | null;
};

const orderForms = ["/order", "/quizzesorder", "/custom"];

export async function keptWork(ctx: Ctx, next: string): Promise<KeptWork | null> {
  const url = new URL(next || "/", "https://own.invalid");
  if (!orderForms.includes(url.pathname.toLowerCase())) return null;
  const id = url.searchParams.get("quote");
  const found = id ? await getQuote(ctx, { id }) : null;
  if (!found?.ok) return { quote: null };
  const { lines, totalCents, wordCount } = found.value.answer;
  const beforeDeadline = lines.filter(({ code }) => code !== "deadline");
  const subtotalBeforeDeadlineCents = beforeDeadline.reduce((sum, { cents }) => sum + cents, 0);
  return { quote: { lines: [...lines], subtotalBeforeDeadlineCents, totalCents, wordCount } };
}

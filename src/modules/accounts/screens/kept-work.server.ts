import { siteSetting } from "#src/modules/operator/index.server.ts";
import { getQuote, loadPricingForBrowser } from "#src/modules/pricing/index.server.ts";
import { makeQuote, type PriceLine, pickQuoteFields } from "#src/modules/pricing/index.ts";
import type { Ctx } from "#src/platform/runtime.ts";

/** What the person was doing before the sign-in, to be shown beside it: an order, with its price if one was made. */
export type KeptWork = {
  quote: { lines: PriceLine[]; subtotalBeforeDeadlineCents: number; totalCents: number; wordCount: number } | null;
};

const orderForms = ["/order", "/quizzesorder", "/custom"];

/** What the address of an order form carries; null for another address, and for a form that is still empty. */
export function choicesOf(next: string): URLSearchParams | null {
  const { pathname, searchParams } = new URL(next || "/", "https://own.invalid");
  const chosen = orderForms.includes(pathname.toLowerCase()) && [...searchParams.values()].some(Boolean);
  return chosen ? searchParams : null;
}

/** What the choices of an address cost now; null while they are no whole work. */
async function priceOf(ctx: Ctx, choices: URLSearchParams): Promise<KeptWork["quote"]> {
  const { table, minimumLeadHours, now } = await loadPricingForBrowser(ctx);
  const { timeZone } = await ctx.runtime.settings.get(siteSetting);
  const raw = pickQuoteFields([...choices].map(([name, value]) => [name, value.slice(0, 200)]));
  const priced = makeQuote(table, raw, { mode: "form", now, minimumLeadHours, defaultZone: timeZone });
  if (!priced.ok) return null;
  const { lines, subtotalBeforeDeadlineCents, totalCents, wordCount } = priced.value;
  return { lines: [...lines], subtotalBeforeDeadlineCents, totalCents, wordCount };
}

/** The work of an address to go on to; null when nothing was chosen, or when its stored price is not there. */
export async function keptWork(ctx: Ctx, next: string): Promise<KeptWork | null> {
  const choices = choicesOf(next);
  if (!choices) return null;
  const id = choices.get("quote");
  if (!id) return { quote: await priceOf(ctx, choices) };
  const found = await getQuote(ctx, { id });
  if (!found.ok) return null;
  const { lines, totalCents, wordCount } = found.value.answer;
  const beforeDeadline = lines.filter(({ code }) => code !== "deadline");
  const subtotalBeforeDeadlineCents = beforeDeadline.reduce((sum, { cents }) => sum + cents, 0);
  return { quote: { lines: [...lines], subtotalBeforeDeadlineCents, totalCents, wordCount } };
}

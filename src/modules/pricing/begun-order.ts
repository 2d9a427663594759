import type { BegunOrder, KeptWork } from "#src/modules/accounts/index.server.ts";
import { siteSetting } from "#src/modules/operator/index.server.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { makeQuote, pickQuoteFields, type Quote } from "./index.ts";
import { loadPricingForBrowser } from "./load-pricing.ts";
import { getQuote } from "./queries/get-quote.ts";
import { breakdownLines } from "./screens/breakdown-lines.ts";
import { withTypedDeadline } from "./screens/calculation.ts";

const orderForms = ["/order", "/quizzesorder", "/custom"];

/** What the address of an order form carries; null for another address, and for a form that is still empty. */
export function choicesOf(next: string): URLSearchParams | null {
  const { pathname, searchParams } = new URL(next || "/", "https://own.invalid");
  const chosen = orderForms.includes(pathname.toLowerCase()) && [...searchParams.values()].some(Boolean);
  return chosen ? searchParams : null;
}

type Priced = Pick<Quote, "lines" | "subtotalBeforeDeadlineCents" | "totalCents" | "wordCount">;
const shown = (priced: Priced): KeptWork["quote"] => ({
  lines: breakdownLines(priced),
  totalCents: priced.totalCents,
  wordCount: priced.wordCount,
});

/** What the choices of an address cost now; null while they are no whole work. */
async function priceOf(ctx: Ctx, choices: URLSearchParams): Promise<KeptWork["quote"]> {
  const { table, minimumLeadHours, now } = await loadPricingForBrowser(ctx);
  const { timeZone } = await ctx.runtime.settings.get(siteSetting);
  const raw = pickQuoteFields([...choices].map(([name, value]) => [name, value.slice(0, 200)]));
  const priced = makeQuote(table, raw, { mode: "form", now, minimumLeadHours, defaultZone: timeZone });
  if (!priced.ok) return null;
  return shown(priced.value);
}

async function keptWork(ctx: Ctx, next: string): Promise<KeptWork | null> {
  const choices = choicesOf(next);
  if (!choices) return null;
  const id = choices.get("quote");
  if (!id) return { quote: await priceOf(ctx, choices) };
  const found = await getQuote(ctx, { id });
  if (!found.ok) return null;
  const { lines, totalCents, wordCount } = found.value.answer;
  const beforeDeadline = lines.filter(({ code }) => code !== "deadline");
  const subtotalBeforeDeadlineCents = beforeDeadline.reduce((sum, { cents }) => sum + cents, 0);
  return { quote: shown({ lines, subtotalBeforeDeadlineCents, totalCents, wordCount }) };
}

/** An order that is begun before there is an account, for the pages of sign-in. */
export const begunOrder: BegunOrder = { keptWork, formFields: withTypedDeadline };

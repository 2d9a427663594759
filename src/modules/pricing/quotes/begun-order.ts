import type { BegunOrder, KeptWork } from "#src/modules/accounts/index.server.ts";
import { siteSetting } from "#src/modules/operator/index.server.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { readCount, type TypedNumber } from "#src/shared/typed-values.ts";
import { keepSeenPrice } from "../commands/quotes.ts";
import { type InputMode, makeQuote, pickQuoteFields, type Quote } from "../index.ts";
import { loadPricingForBrowser } from "../queries/load-pricing.ts";
import { breakdownLines } from "../screens/breakdown-lines.ts";
import { withTypedDeadline } from "../screens/calculation.ts";
import { getQuote } from "./kept-quote.ts";

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

/** What this work costs now; null while it is no whole work. */
async function priceOf(
  ctx: Ctx,
  fields: Iterable<readonly [string, unknown]>,
  mode: InputMode = "form",
): Promise<KeptWork["quote"]> {
  const { table, minimumLeadHours, now } = await loadPricingForBrowser(ctx);
  const { timeZone } = await ctx.runtime.settings.get(siteSetting);
  const priced = makeQuote(table, pickQuoteFields(fields), { mode, now, minimumLeadHours, defaultZone: timeZone });
  if (!priced.ok) return null;
  return shown(priced.value);
}

async function keptWork(ctx: Ctx, next: string): Promise<KeptWork | null> {
  const choices = choicesOf(next);
  if (!choices) return null;
  const id = choices.get("quote");
  if (!id) {
    const typed = [...choices].map(([name, value]) => [name, value.slice(0, 200)] as const);
    return changed(await priceOf(ctx, typed), readCount(choices.get("seenCents") ?? ""));
  }
  const found = await getQuote(ctx, { id });
  if (!found.ok) return null;
  const { lines, totalCents, wordCount, expired } = found.value.answer;
  if (expired)
    return changed(await priceOf(ctx, Object.entries(found.value.inputs), "json"), { ok: true, value: totalCents });
  const beforeDeadline = lines.filter(({ code }) => code !== "deadline");
  const subtotalBeforeDeadlineCents = beforeDeadline.reduce((sum, { cents }) => sum + cents, 0);
  return { quote: shown({ lines, subtotalBeforeDeadlineCents, totalCents, wordCount }), held: true, seenCents: null };
}

/** Today's price beside the total that was seen. */
const changed = (quote: KeptWork["quote"], seen: TypedNumber): KeptWork => ({
  quote,
  held: false,
  seenCents: quote && seen.ok && seen.value !== quote.totalCents ? seen.value : null,
});

/** What the calculator sent, for the order form. A total that cannot be kept is sent as it was shown. */
async function formFields(ctx: Ctx, sent: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const { seenAt = "", seenCents, ...fields } = withTypedDeadline(sent, ctx.runtime.clock());
  if (seenCents === undefined) return fields;
  const { timeZone } = await ctx.runtime.settings.get(siteSetting);
  const quote = await keepSeenPrice(ctx, { ...fields, seenCents, seenAt }, timeZone);
  return quote ? { ...fields, quote } : { ...fields, seenCents };
}

/** An order that is begun before there is an account, for the pages of sign-in. */
export const begunOrder: BegunOrder = { keptWork, formFields };

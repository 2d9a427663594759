import {
  closedFor,
  type KeptInput,
  type KeptQuote,
  type KeptResult,
  keptParts,
  type LoadedPricing,
  lawSetting,
  notSoldIn,
  releaseQuote,
  type Sold,
  shopSetting,
  soldIn,
} from "#src/modules/pricing/index.server.ts";
import {
  type InputMode,
  makeQuote,
  type Quote,
  type QuoteInput,
  readQuoteInput,
  toRawInput,
} from "#src/modules/pricing/index.ts";
import type { Work } from "#src/platform/work.ts";
import { usdString } from "#src/shared/money.ts";
import { done, type FieldError, invalid, type Outcome, type Refusal, refuse } from "#src/shared/outcome.ts";
import type { OrderForm } from "./read-form.ts";

export type PriceAsk = {
  mode: InputMode;
  fields: Record<string, unknown>;
  pricing: LoadedPricing;
  minimumLeadHours: Parameters<typeof readQuoteInput>[2]["minimumLeadHours"];
  defaultZone?: string | undefined;
  /** A quote that this order has taken, if there is one. */
  quote: KeptQuote | null;
  /** The total that the person saw. */
  confirmTotalCents?: number | undefined;
};

export type OrderPrice = {
  input: Pick<QuoteInput, "zone"> & { deadline: Date };
  quoteId: string | null;
  tableVersion: number;
  engineVersion: number;
  pricedAt: Date;
  inputs: KeptInput;
  result: KeptResult;
};

/** Every wrong field of the price at once, beside `others` of the same form. */
const wrong = (refusal: Refusal, others: readonly FieldError[]): Refusal =>
  refusal.fields ? invalid([...others, ...refusal.fields]) : refusal;

/**
 * The price that an order is placed at: its quote's to the cent while that holds for the same work, else today's.
 * Refuses "price-changed" with the new total when the person has not seen it, "invalid" with `others` and its own.
 */
export async function priceForm(
  work: Work,
  ask: PriceAsk,
  others: readonly FieldError[],
): Promise<Outcome<OrderPrice>> {
  const kept = ask.quote && keptPrice(ask, ask.quote);
  if (kept)
    return others.length > 0 ? invalid(others) : seenOr(kept, ask.confirmTotalCents ?? kept.result.totalCents, ask);
  if (ask.quote) await releaseQuote(work, ask.quote.id);
  const { pricing, mode, minimumLeadHours, defaultZone } = ask;
  const quoted = makeQuote(pricing.table, ask.fields, { mode, now: work.now, minimumLeadHours, defaultZone });
  if (!quoted.ok) return wrong(quoted, others);
  const { deadline } = quoted.value.input;
  if (!deadline) return invalid([...others, { path: deadlinePath(mode), message: "Choose a deadline." }]);
  if (others.length > 0) return invalid(others);
  return seenOr(priceNow(quoted.value, deadline, pricing), ask.confirmTotalCents, ask);
}

const deadlinePath = (mode: InputMode): string => (mode === "form" ? "deadlineDate" : "deadline");

const priceNow = (quote: Quote, deadline: Date, { table, version }: LoadedPricing): OrderPrice => ({
  input: { zone: quote.input.zone, deadline },
  quoteId: null,
  tableVersion: version,
  engineVersion: quote.engineVersion,
  pricedAt: quote.pricedAt,
  ...keptParts(table, quote),
});

/** The quote's own price when the form still asks for the same work; the deadline was judged when it was made. */
const keptPrice = (ask: PriceAsk, quote: KeptQuote): OrderPrice | null => {
  const { mode, minimumLeadHours, defaultZone } = ask;
  const rules = { mode, now: quote.pricedAt, minimumLeadHours, defaultZone };
  const read = readQuoteInput(ask.pricing.table, ask.fields, rules);
  if (!read.ok || !read.input.deadline || !sameWork(toRawInput(read.input), quote.inputs)) return null;
  const { id: quoteId, tableVersion, engineVersion, pricedAt, inputs, result } = quote;
  return {
    input: { zone: read.input.zone, deadline: read.input.deadline },
    quoteId,
    tableVersion,
    engineVersion,
    pricedAt,
    inputs,
    result,
  };
};

/** The zone only says how a date is shown. */
const sameWork = (a: KeptInput, b: KeptInput): boolean => {
  const fields = ({ deadlineZone: _, ...rest }: KeptInput) => JSON.stringify(Object.entries(rest).sort());
  return fields(a) === fields(b);
};

const seenOr = (price: OrderPrice, seen: number | undefined, { quote }: PriceAsk): Outcome<OrderPrice> => {
  const { totalCents, lines } = price.result;
  if (seen === totalCents) return done(price);
  const before = quote?.result.totalCents ?? seen;
  const data = { totalCents, total: usdString(totalCents), previousTotalCents: before ?? null, lines };
  const message =
    before === undefined
      ? "Look at the total, then place the order."
      : "The total has changed. Look at the new one, then place the order.";
  return refuse("price-changed", message, { data });
};

type Asked = Pick<OrderForm, "service" | "country">;

/** As what a service is sold now where the client studies; `refused` says at which field why it is not sold. */
export async function whatIsSold(
  work: Work,
  { service, country }: Asked,
): Promise<{ sold: Sold; refused: { path: "service" | "country"; message: string } | null }> {
  const { settings } = work.ctx.runtime;
  const [shop, law] = await Promise.all([settings.get(shopSetting), settings.get(lawSetting)]);
  const closed = closedFor(shop, service);
  if (closed) return { sold: "off", refused: { path: "service", message: closed } };
  const sold = soldIn(country, service, { law, shop });
  return { sold, refused: sold === "off" ? { path: "country", message: notSoldIn(country) } : null };
}

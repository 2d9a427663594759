import { z } from "zod";
import type { Database } from "#src/platform/database/database.ts";
import { defineSetting, putFirstSetting } from "#src/platform/settings.ts";
import { defaultMinimumLeadHours, defaultPricingTable } from "./domain/default-table.ts";
import { services } from "./domain/names.ts";
import { DEFAULT_QUOTE_MINUTES } from "./domain/quote.ts";
import type { PricingTable } from "./domain/tables.ts";
import { pricingTable } from "./editor/check-table.ts";

/** The document `settings/pricing`: every rate, factor, fee and bound. */
export const pricingSetting = defineSetting<PricingTable>({
  key: "pricing",
  meaning: "price tables of all services",
  schema: pricingTable,
  default: defaultPricingTable,
});

const hours = z.number().int().min(0).max(720);
const leadSchema = z.strictObject({
  "non-technical": hours,
  technical: hours,
  programming: hours,
  calculations: hours,
  coursework: hours,
  quiz: hours,
  test: hours,
});

/** How near a deadline may be, by service. */
export const leadSetting = defineSetting<z.infer<typeof leadSchema>>({
  key: "pricing.lead",
  meaning: "hours that a deadline must lie ahead, by service",
  unit: "hours",
  schema: leadSchema,
  default: { ...defaultMinimumLeadHours },
});

/** An unused quote is kept for 7 days, so none holds longer. */
export const quoteSetting = defineSetting<{ validMinutes: number }>({
  key: "pricing.quote",
  meaning: "how long a quote holds",
  unit: "minutes",
  schema: z.strictObject({ validMinutes: z.number().int().min(5).max(10_080) }),
  default: { validMinutes: DEFAULT_QUOTE_MINUTES },
});

/** What may be ordered: the seven priced services and custom work. */
export const offers = [...services, "custom"] as const;
export type Offer = (typeof offers)[number];

const shopSchema = z.strictObject({
  open: z.boolean(),
  closedWords: z.string().trim().min(1).max(300),
  /** An empty list of countries switches the service off everywhere. */
  off: z
    .array(z.strictObject({ service: z.enum(offers), countries: z.array(z.string().regex(/^[A-Z]{2}$/)).max(300) }))
    .max(offers.length),
});
export type Shop = z.infer<typeof shopSchema>;

/** The operator closes the shop for new orders, or switches services off by country. */
export const shopSetting = defineSetting<Shop>({
  key: "shop",
  meaning: "whether new orders are taken, and which services are switched off in which countries",
  schema: shopSchema,
  default: { open: true, closedWords: "We take no new orders at the moment. Orders already placed continue.", off: [] },
});

/** Why nobody can order this now, in words for clients; null when it can be ordered, at least from some countries. */
export function closedFor(shop: Shop, offer: Offer): string | null {
  if (!shop.open) return shop.closedWords;
  const off = shop.off.some(({ service, countries }) => service === offer && countries.length === 0);
  return off ? "We do not offer this service at the moment." : null;
}

/** A new real installation takes no orders until its owner opens it. In the transaction of its first start. */
export const closeNewShop = (tx: Database, now: Date): Promise<unknown> => {
  const value = {
    ...shopSetting.default,
    open: false,
    closedWords: "We open soon. Look at the prices, and come back in a few days.",
  };
  return putFirstSetting(tx, shopSetting, value, now);
};

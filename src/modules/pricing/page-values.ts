import type { PageValues } from "#src/modules/operator/index.server.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { formatUsd } from "#src/shared/money.ts";
import { spokenMinutes } from "#src/shared/time-labels.ts";
import { fromPrices } from "./domain/from-prices.ts";
import type { Service } from "./domain/names.ts";
import { loadPricingForBrowser } from "./queries/load-pricing.ts";
import { closedFor, quoteSetting, shopSetting } from "./settings.ts";

/** The amounts of the picture of refunds are those of six pages at the lowest rate. */
export const exampleCents = async (runtime: Runtime): Promise<number> =>
  fromPrices((await loadPricingForBrowser({ runtime })).table).essayPage * 6;

/** The lowest price of a page among the services that are open, as a sentence; "": none of them is. */
async function lowestPrice(runtime: Runtime): Promise<string> {
  const { essayPage, editingPage, proofreadingPage, technicalPage } = fromPrices(
    (await loadPricingForBrowser({ runtime })).table,
  );
  const shop = await runtime.settings.get(shopSetting);
  const ifOpen = (service: Service, cents: readonly number[]) => (closedFor(shop, service) === null ? cents : []);
  const prices = [
    ...ifOpen("non-technical", [essayPage, editingPage, proofreadingPage]),
    ...ifOpen("technical", [technicalPage]),
  ];
  return prices.length > 0 ? `from ${formatUsd(Math.min(...prices))} a page.` : "";
}

/** What pages print of prices. */
export const pricePageValues: PageValues = async (runtime, page) => ({
  "quote time": { text: spokenMinutes((await runtime.settings.get(quoteSetting)).validMinutes) },
  ...(page === "home" && { "lowest price": { text: await lowestPrice(runtime) } }),
  ...(page === "guarantees" && { "example order": { text: formatUsd(await exampleCents(runtime)) } }),
});

import type { PageValues } from "#src/modules/operator/index.server.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { formatUsd } from "#src/shared/money.ts";
import { spokenMinutes } from "#src/shared/time-labels.ts";
import { fromPrices } from "./domain/from-prices.ts";
import { loadPricingForBrowser } from "./queries/load-pricing.ts";
import { quoteSetting } from "./settings.ts";

/** The amounts of the picture of refunds are those of six pages at the lowest rate. */
export const exampleCents = async (runtime: Runtime): Promise<number> =>
  fromPrices((await loadPricingForBrowser({ runtime })).table).essayPage * 6;

/** What pages print of prices. */
export const pricePageValues: PageValues = async (runtime, page) => ({
  "quote time": { text: spokenMinutes((await runtime.settings.get(quoteSetting)).validMinutes) },
  ...(page === "guarantees" && { "example order": { text: formatUsd(await exampleCents(runtime)) } }),
});

import type { RouterContextProvider } from "react-router";
import { siteSetting } from "#src/modules/operator/index.server.ts";
import {
  type Calculation,
  type ClosedServices,
  fromQuery,
  type Pricing,
  type Start,
  startCalculation,
} from "#src/modules/pricing/index.screens.ts";
import { closedFor, loadPricingForBrowser, shopSetting } from "#src/modules/pricing/index.server.ts";
import { services } from "#src/modules/pricing/index.ts";
import { requestContext } from "#src/platform/request-context.ts";

/** What a page with a calculator sends to the browser. */
export type CalculatorData = {
  readonly pricing: Pricing;
  readonly start: Calculation;
  /** True when the address carries answers, so that wrong ones are shown at once. */
  readonly checked: boolean;
  readonly closed: ClosedServices;
};

/** The price table, the server's clock, and the calculation that the preset or the address asks for. */
export async function calculatorData(
  context: Readonly<RouterContextProvider>,
  preset: Start,
  query: URLSearchParams,
): Promise<CalculatorData> {
  const ctx = context.get(requestContext);
  const { table, minimumLeadHours, now, failure } = await loadPricingForBrowser(ctx);
  const own = ctx.viewer.kind === "person" ? ctx.viewer.timeZone : null;
  const zone = own ?? (await ctx.runtime.settings.get(siteSetting)).timeZone;
  const pricing: Pricing = {
    table,
    minimumLeadHours,
    failure,
    now: now.toISOString(),
    zone,
    zoneKnown: own !== null || query.has("deadlineZone"),
  };
  const start = fromQuery(query, startCalculation(table, preset, zone));
  const shop = await ctx.runtime.settings.get(shopSetting);
  const closed = services.flatMap((service) => {
    const words = closedFor(shop, service);
    return words ? [[service, words]] : [];
  });
  return {
    pricing,
    start,
    checked: query.has("pages") || query.has("deadlineZone"),
    closed: Object.fromEntries(closed),
  };
}

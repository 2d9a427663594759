import type { RouterContextProvider } from "react-router";
import { lifeSetting } from "#src/modules/orders/index.server.ts";
import type { LifeSettings } from "#src/modules/orders/index.ts";
import { quoteSetting } from "#src/modules/pricing/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";

/** Periods and shares as they stand: what a page promises is what the engine does, also after an admin changed it. */
export const lifeNow = (context: Readonly<RouterContextProvider>): Promise<LifeSettings> =>
  context.get(requestContext).runtime.settings.get(lifeSetting);

/** How many minutes a quote of the calculator holds. */
export const quoteMinutesNow = async (context: Readonly<RouterContextProvider>): Promise<number> =>
  (await context.get(requestContext).runtime.settings.get(quoteSetting)).validMinutes;

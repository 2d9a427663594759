import type { RouterContextProvider } from "react-router";
import { lifeSetting } from "#src/modules/orders/index.server.ts";
import type { LifeSettings } from "#src/modules/orders/index.ts";
import { requestContext } from "#src/platform/request-context.ts";

/** Periods and shares as they stand: what a page promises is what the engine does, also after an admin changed it. */
export const lifeNow = (context: Readonly<RouterContextProvider>): Promise<LifeSettings> =>
  context.get(requestContext).runtime.settings.get(lifeSetting);

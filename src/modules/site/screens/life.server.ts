import type { RouterContextProvider } from "react-router";
import { lifeSetting, rulesSetting } from "#src/modules/orders/index.server.ts";
import type { LifeSettings, OrderRules } from "#src/modules/orders/index.ts";
import { requestContext } from "#src/platform/request-context.ts";

export type LifeNow = LifeSettings & OrderRules;

/** What an order that is placed now is promised, and the periods of the day: public pages print from both. */
export const lifeNow = async (context: Readonly<RouterContextProvider>): Promise<LifeNow> => {
  const { settings } = context.get(requestContext).runtime;
  return { ...(await settings.get(lifeSetting)), ...(await settings.get(rulesSetting)) };
};

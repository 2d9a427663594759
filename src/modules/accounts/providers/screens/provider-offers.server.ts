import type { Ctx } from "#src/platform/runtime.ts";
import { messageOfTrouble, type Provider } from "../../domain/providers.ts";
import { mySignIns } from "../../own-account/queries/my-account.ts";
import { offeredProviders } from "../settings.ts";

/** The providers that a page offers, and the sentence about a way to one of them that ended badly. */
export type ProviderOffers = { offers: Provider[]; trouble: string | null };

export const providerOffers = (ctx: Ctx, request: Request): ProviderOffers => ({
  offers: offeredProviders(ctx.runtime.config),
  trouble: messageOfTrouble(new URL(request.url).searchParams.get("trouble")),
});

/** The same, for proving anew who it is: only providers that the person of this request has connected. */
export async function connectedOffers(ctx: Ctx, request: Request): Promise<ProviderOffers> {
  const { offers, trouble } = providerOffers(ctx, request);
  const mine = offers.length > 0 ? await mySignIns(ctx, {}) : null;
  if (!mine?.ok || ctx.viewer.kind !== "person") return { offers: [], trouble };
  const { providers, factors } = mine.value;
  const enough = ctx.viewer.waitingRole === null || !factors.any;
  const connected = (one: Provider): boolean => providers.some(({ providerId }) => providerId === one);
  return { offers: enough ? offers.filter(connected) : [], trouble };
}

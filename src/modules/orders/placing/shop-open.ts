import { type Shop, shopSetting } from "#src/modules/pricing/index.server.ts";
import type { Work } from "#src/platform/work.ts";
import { countryName } from "#src/shared/countries.ts";
import { type FieldError, type Refusal, refuse } from "#src/shared/outcome.ts";
import type { OrderForm } from "./read-form.ts";

/** The operator may take no new orders at all; an open shop gives null. */
export async function shopClosed(work: Work): Promise<Refusal | null> {
  const shop = await work.ctx.runtime.settings.get(shopSetting);
  return shop.open ? null : refuse("conflict", shop.closedWords);
}

/** Services that the operator switched off, everywhere or for the country of the form. */
export async function serviceOff(work: Work, form: OrderForm): Promise<readonly FieldError[]> {
  const shop: Shop = await work.ctx.runtime.settings.get(shopSetting);
  const off = shop.off.find(({ service }) => service === form.service);
  if (!off) return [];
  if (off.countries.length === 0) return [{ path: "service", message: "We do not offer this service at the moment." }];
  if (!off.countries.includes(form.country)) return [];
  return [{ path: "country", message: `We do not offer this service in ${countryName(form.country)}.` }];
}

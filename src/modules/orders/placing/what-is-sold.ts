import { closedFor, lawSetting, notSoldIn, type Sold, shopSetting, soldIn } from "#src/modules/pricing/index.server.ts";
import type { Work } from "#src/platform/work.ts";
import type { OrderForm } from "./read-form.ts";

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

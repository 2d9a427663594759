import { redirect } from "react-router";
import { printedLine, serviceAt } from "#src/modules/catalogue/index.server.ts";
import { families } from "#src/modules/catalogue/index.ts";
import { brandIcon, brandSetting, colourOf, pageBrand, siteSetting } from "#src/modules/operator/index.server.ts";
import { loadPricingForBrowser } from "#src/modules/pricing/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { type Card, socialCard } from "../social-card.ts";
import type { Route } from "./+types/social-card.ts";
import { exampleOf } from "./example.server.ts";

const siteCard = "/og/site/card.png";
const forSite = [
  { label: "Price", value: "line by line" },
  { label: "Writer", value: "by pseudonym" },
  { label: "Support", value: "day and night" },
];

/** Pictures of the last contents, so that a card that many ask for is drawn once. */
const drawn = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
const mostDrawn = 60;

type Contents = Omit<Card, "icon"> & { mark: string };

/** With the shop's own mark, where it has one. */
const draw = async (runtime: Runtime, { mark, ...card }: Contents): Promise<Uint8Array<ArrayBuffer>> =>
  socialCard({ ...card, icon: mark ? await brandIcon(runtime) : null });

/**
 * /og/site/card.png and /og/<family>/<service>.png: the picture beside a link. Other sites keep its address: one of before
 * leads to the one of now, that of a service that is off to the card of the shop. Unknown ones are 404.
 */
export async function loader({ context, params: { family, card } }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const [, slug = ""] = /^([a-z0-9-]{1,80})\.png$/.exec(card) ?? [];
  const known = families.find((one) => one === family);
  const found = known && (await serviceAt(ctx.runtime.settings.get, known, slug));
  if (found && "to" in found) return found.forGood ? redirect(`/og${found.to}.png`, 301) : redirect(siteCard);
  const service = found?.service;
  const site = family === "site" && slug === "card";
  if (!service && !site) throw new Response(null, { status: 404 });
  const { name: shop } = await ctx.runtime.settings.get(siteSetting);
  const { table, minimumLeadHours } = await loadPricingForBrowser(ctx);
  const facts = service ? exampleOf(table, service.preset, minimumLeadHours[service.preset.service]).facts : [];
  const brand = await pageBrand(ctx.runtime);
  const contents = {
    shop,
    pen: colourOf(await ctx.runtime.settings.get(brandSetting)),
    mark: brand?.ownMark ? brand.icons : "",
    title: service ? await printedLine(ctx.runtime, service.name) : "Academic writing, priced line by line",
    lines: service
      ? facts.map(({ term, value, unit }) => ({ label: term, value: [value, unit].filter(Boolean).join(" ") }))
      : forSite,
  };
  const key = JSON.stringify(contents);
  const picture = drawn.get(key) ?? draw(ctx.runtime, contents);
  if (!drawn.has(key) && drawn.size >= mostDrawn) drawn.clear();
  drawn.set(key, picture);
  picture.catch(() => drawn.delete(key));
  return new Response(await picture, {
    headers: { "content-type": "image/png", "cache-control": "public, max-age=86400" },
  });
}

import { type ServiceNow, servicesNow, servicesSetting } from "#src/modules/catalogue/index.server.ts";
import { addressOf } from "#src/modules/catalogue/index.ts";
import { shownOwnPages, textPages } from "#src/modules/operator/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { listedPages } from "../domain/public-pages.ts";
import type { Route } from "./+types/sitemap.ts";

/**
 * When pages were published last, by their addresses. One that is as shipped has no date: nobody knows when a release
 * changed it.
 */
async function changedAt({ settings }: Runtime, services: readonly ServiceNow[]): Promise<ReadonlyMap<string, string>> {
  const own = await shownOwnPages(settings.get);
  const pages = await Promise.all(
    [...textPages, ...own].map(async ({ address, setting }) => [address, (await settings.get(setting)).at] as const),
  );
  const { at, services: differing } = await settings.get(servicesSetting);
  const dated = [...services.flatMap((one) => (one.id in differing ? [[addressOf(one), at] as const] : [])), ...pages];
  return new Map(dated.filter(([, when]) => when !== "").map(([address, when]) => [address, when.slice(0, 10)]));
}

/** /sitemap.xml: every public page, those of the operator's own too. */
export async function loader({ context }: Route.LoaderArgs) {
  const { runtime } = context.get(requestContext);
  const { config, settings } = runtime;
  const { baseUrl } = config;
  const services = await servicesNow(runtime);
  const own = await shownOwnPages(settings.get);
  const changed = await changedAt(runtime, services);
  const entries = [...listedPages(services.map(addressOf)), ...own.map(({ address }) => address)].map((path) => {
    const at = changed.get(path);
    return `<url><loc>${new URL(path, baseUrl)}</loc>${at ? `<lastmod>${at}</lastmod>` : ""}</url>`;
  });
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join("\n")}\n</urlset>\n`;
  return new Response(xml, {
    headers: { "content-type": "application/xml; charset=utf-8", "cache-control": "public, max-age=3600" },
  });
}

import { servicesNow } from "#src/modules/catalogue/index.server.ts";
import { addressOf } from "#src/modules/catalogue/index.ts";
import { shownOwnPages } from "#src/modules/operator/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { listedPages } from "../domain/public-pages.ts";
import type { Route } from "./+types/sitemap.ts";

/** /sitemap.xml: every public page, those of the operator's own too. */
export async function loader({ context }: Route.LoaderArgs) {
  const { runtime } = context.get(requestContext);
  const { config, settings } = runtime;
  const { baseUrl } = config;
  const services = (await servicesNow(runtime)).map(addressOf);
  const own = await shownOwnPages(settings.get);
  const entries = [...listedPages(services), ...own.map(({ address }) => address)].map(
    (path) => `<url><loc>${new URL(path, baseUrl)}</loc></url>`,
  );
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join("\n")}\n</urlset>\n`;
  return new Response(xml, {
    headers: { "content-type": "application/xml; charset=utf-8", "cache-control": "public, max-age=3600" },
  });
}

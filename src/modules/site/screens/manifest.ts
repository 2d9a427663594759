import { pageBrand, siteSetting } from "#src/modules/operator/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import type { Route } from "./+types/manifest.ts";

/** /manifest.webmanifest: what a phone needs to put the shop on its home screen. */
export async function loader({ context }: Route.LoaderArgs) {
  const { runtime } = context.get(requestContext);
  const { name } = await runtime.settings.get(siteSetting);
  const brand = await pageBrand(runtime);
  const icon = (size: number) => ({
    src: `${brand?.icons ?? "/icon-"}${size}.png`,
    sizes: `${size}x${size}`,
    type: "image/png",
  });
  const manifest = {
    name,
    short_name: name.slice(0, 12),
    start_url: "/dashboard",
    scope: "/",
    display: "standalone",
    background_color: "#f5f2eb",
    theme_color: "#f5f2eb",
    icons: [icon(192), icon(512), ...(brand ? [] : [{ src: "/favicon.svg", sizes: "any", type: "image/svg+xml" }])],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { "content-type": "application/manifest+json", "cache-control": "public, max-age=3600" },
  });
}

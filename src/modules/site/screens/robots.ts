import { requestContext } from "#src/platform/request-context.ts";
import { publicPages } from "../domain/public-pages.ts";
import type { Route } from "./+types/robots.ts";

const closed = [
  "/admin",
  "/dashboard",
  "/checkout",
  "/accountSettings",
  "/aichecker",
  "/mailbox",
  "/sandbox",
  "/api/",
  "/files/",
  "/order?",
];

/** Pages to read that lie in a closed part. */
const open = publicPages.filter((path) => closed.some((start) => path.startsWith(start)));

/** /robots.txt: public pages are open to search engines, people's own pages are not. */
export function loader({ context }: Route.LoaderArgs) {
  const { runtime } = context.get(requestContext);
  const rules = [
    "User-agent: *",
    ...open.map((path) => `Allow: ${path}`),
    ...closed.map((path) => `Disallow: ${path}`),
    `Sitemap: ${new URL("/sitemap.xml", runtime.config.baseUrl)}`,
  ];
  return new Response(`${rules.join("\n")}\n`, {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=3600" },
  });
}

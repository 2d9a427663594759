import type { Context } from "hono";
import { type BrandFile, brandFile, keptBrandFile, lastPageBrand } from "#src/modules/operator/index.server.ts";
import { problem } from "#src/platform/respond.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { refuse } from "#src/shared/outcome.ts";
import { compressed } from "./assets.ts";
import type { Env } from "./scope.ts";

const pattern = /^\/brand\/([\w-]{1,80}\.(?:css|svg|png))$/;

/** A picture that somebody opens by itself runs nothing and asks for nothing. */
const picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

function answer({ type, bytes, lasting }: BrandFile, request: Request): Response {
  const headers = new Headers({ "content-type": type, "content-length": String(bytes.length) });
  headers.set("cache-control", lasting ? "public, max-age=31536000, immutable" : "no-store");
  if (type.startsWith("image/")) headers.set("content-security-policy", picturePolicy);
  return new Response(request.method === "HEAD" ? null : bytes, { headers });
}

/** Addresses of the style sheets that a shop adds to those of the product, for pages that ask nobody. */
export function brandSheets(runtime: Runtime): readonly string[] {
  const brand = lastPageBrand(runtime);
  return brand ? [brand.styles] : [];
}

/** What lies ready of `/brand/…`, before anything is counted or asked: every page waits for its style sheet. */
export function keptBrand(runtime: Runtime, c: Context<Env>): Response | Promise<Response> | null {
  const [, name = ""] = pattern.exec(c.req.path) ?? [];
  const file = name && keptBrandFile(runtime, name);
  return file ? compressed(answer(file, c.req.raw), c.req.raw) : null;
}

/** GET /brand/:file: the style sheet of the shop's brand, its pictures and icons. */
export async function brandHandler(runtime: Runtime, c: Context<Env>): Promise<Response> {
  const [, name = ""] = pattern.exec(c.req.path) ?? [];
  const file = name && (await brandFile(runtime, name));
  if (!file) return problem(refuse("not-found", "There is nothing at this address."), c.get("scope").request.id);
  return compressed(answer(file, c.req.raw), c.req.raw);
}

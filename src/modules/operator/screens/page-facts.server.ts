import type { RouterContextProvider } from "react-router";
import { requestContext } from "#src/platform/request-context.ts";
import { siteSetting } from "../settings.ts";
import type { PageFacts } from "./page-meta.ts";

/** The shop's name and the one address of a page; `path` is the address without query. */
export async function pageFacts(context: Readonly<RouterContextProvider>, path: string): Promise<PageFacts> {
  const { runtime } = context.get(requestContext);
  const { name } = await runtime.settings.get(siteSetting);
  return { shop: name, canonical: new URL(path, runtime.config.baseUrl).href };
}

import type { MetaDescriptor } from "react-router";

/** What search engines and tabs need of a page besides its words. */
export type PageFacts = { readonly shop: string; readonly canonical: string };

/** Title, description and canonical address. */
export const pageMeta = (facts: PageFacts | undefined, title: string, description: string): MetaDescriptor[] => [
  { title: facts ? `${title} · ${facts.shop}` : title },
  { name: "description", content: description },
  ...(facts ? [{ tagName: "link" as const, rel: "canonical", href: facts.canonical }] : []),
];

import type { MetaDescriptor } from "react-router";

/** What search engines and tabs need of a page besides its words. */
export type PageFacts = { readonly shop: string; readonly canonical: string };

/** What other sites show beside a link to the page (Open Graph; X reads the same). */
const shared = ({ shop, canonical }: PageFacts, title: string, description: string, card: string) => [
  { property: "og:title", content: title },
  { property: "og:description", content: description },
  { property: "og:type", content: "website" },
  { property: "og:site_name", content: shop },
  { property: "og:url", content: canonical },
  { property: "og:image", content: new URL(card, canonical).href },
  { property: "og:image:width", content: "1200" },
  { property: "og:image:height", content: "630" },
  { name: "twitter:card", content: "summary_large_image" },
];

/** Title ("What · Shop"), description, canonical address and the card of a link; `card` is the address of its picture. */
export const pageMeta = (
  facts: PageFacts | undefined,
  title: string,
  description: string,
  card = "/og/site/card.png",
): MetaDescriptor[] => [
  { title: facts ? `${title} · ${facts.shop}` : title },
  { name: "description", content: description },
  ...(facts
    ? [
        { tagName: "link" as const, rel: "canonical", href: facts.canonical },
        ...shared(facts, title, description, card),
      ]
    : []),
];

import { type MetaDescriptor, useRouteLoaderData } from "react-router";
import { ModeStrip } from "#src/ui/masthead.tsx";
import type { Theme } from "#src/ui/theme.tsx";
import type { BrandLink } from "../brand/brand-files.ts";
import type { ShownMenu } from "../menu/menu.ts";
import type { Site } from "../settings.ts";

/** What every page shows: whose shop it is, who looks, in which light, and whether this is a demo. */
export type Frame = ShownMenu & {
  site: Site;
  person: FramePerson | null;
  theme: Theme;
  demo: boolean;
  /** Until when an admin sees the pages as this person; absent where the person looks. */
  impersonated?: { until: string };
  /** Where visits of public pages are counted; null: nowhere. */
  analytics: string | null;
  /** Style sheet and icons of the shop's own; absent where it looks as the product is shipped. */
  brand?: readonly BrandLink[];
};
type FramePerson = { id: string; name: string; email: string; role: number; waits: boolean; timeZone: string | null };

/** What the root of every page knows. Missing only when the root failed. */
export const useFrame = (): Frame | undefined => useRouteLoaderData<Frame>("root");

/** The title of a tab: what the page is, and whose shop it is. `matches` are those of the page's `meta`. */
export const tabTitle = (title: string, [root]: readonly [{ loaderData?: Frame | undefined }, ...unknown[]]) => {
  const shop = root.loaderData?.site.name;
  return [{ title: shop ? `${title} · ${shop}` : title }];
};

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

/** Demo mode says so on every page, calmly. */
export const ModeNotice = () =>
  useFrame()?.demo ? (
    <ModeStrip>
      <b>Demonstration.</b>
      <span>Nothing here is sold, and no e-mail leaves this computer.</span>
    </ModeStrip>
  ) : null;

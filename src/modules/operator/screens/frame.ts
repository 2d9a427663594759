import { useRouteLoaderData } from "react-router";
import type { Theme } from "#src/ui/theme.tsx";
import type { BrandLink } from "../brand/brand-files.ts";
import type { ShownMenu } from "../menu/shown-menu.ts";
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

import { createContext, useContext } from "react";
import type { EntryContext, Location } from "react-router";

/** What a page is drawn from, once more in the browser. Plain JSON. */
export type PageData = {
  readonly matches: readonly { readonly id: string; readonly data: unknown }[];
  readonly location: Location;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly actionData: unknown;
};

/** The id of the script element with it. */
export const pageDataId = "page-data";

/** The scripts of one page: where they start, and every file that this needs. */
type PageScripts = { readonly entry: string; readonly files: readonly string[] };

/** A page for somebody who is not signed in: its styles are in it, its scripts are small and come later. */
export type VisitorPage = PageData &
  PageScripts & {
    readonly styles: string;
    /** The faces that are fetched: they come after the first paint (deferred-fonts.ts). */
    readonly fonts: string;
    /** The page does something that people wait for: its scripts come at rest, not at the first touch. */
    readonly atRest: boolean;
    /** Visits of it are counted where the operator counts some. */
    readonly counted: boolean;
  };

/** Of a screen's route (`export const handle`): see `VisitorPage.atRest` and `counted`. */
type ScreenHandle = { readonly scriptsAtRest?: boolean; readonly countsVisits?: boolean };

/** Null for people who are signed in and for pages that take the whole application. */
export const VisitorContext = createContext<VisitorPage | null>(null);
export const useVisitorPage = (): VisitorPage | null => useContext(VisitorContext);

/** What the build of the public pages wrote: the entry, and the files of each page by the id of its route. */
export type PublicScripts = { readonly entry: string; readonly pages: Readonly<Record<string, readonly string[]>> };

type Rendered = Pick<
  EntryContext["staticHandlerContext"],
  "matches" | "loaderData" | "actionData" | "errors" | "location"
>;

/** The scripts of the page that these matches show; null when it takes the whole application. */
function scriptsOf(built: PublicScripts | null, routes: readonly string[]): PageScripts | null {
  const files = built?.pages[routes.at(-1) ?? ""];
  return built && files ? { entry: built.entry, files } : null;
}

/** Whether the page links other typefaces than the product's (operator/brand/type-pairs.ts): these are not fetched then. */
const linksFaces = ({ loaderData }: Rendered): boolean => {
  const frame = loaderData.root as { brand?: readonly { href: string }[] } | undefined;
  return frame?.brand?.some(({ href }) => href.startsWith("/fonts/")) ?? false;
};

/** How a page is delivered to somebody who is not signed in; null when it failed or takes the whole application. */
export function visitorPage(
  built: PublicScripts | null,
  styles: Pick<VisitorPage, "styles" | "fonts">,
  rendered: Rendered,
): VisitorPage | null {
  const ids = rendered.matches.map(({ route }) => route.id);
  const scripts = rendered.errors ? null : scriptsOf(built, ids);
  if (!scripts) return null;
  const handles = rendered.matches.map(({ route }) => route.handle as ScreenHandle | undefined);
  return {
    ...scripts,
    styles: styles.styles,
    fonts: linksFaces(rendered) ? "" : styles.fonts,
    atRest: handles.some((handle) => handle?.scriptsAtRest),
    counted: handles.some((handle) => handle?.countsVisits),
    matches: ids.map((id) => ({ id, data: rendered.loaderData[id] ?? null })),
    location: rendered.location,
    params: rendered.matches.at(-1)?.params ?? {},
    actionData: Object.values(rendered.actionData ?? {})[0] ?? null,
  };
}

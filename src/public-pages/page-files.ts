import type { EntryContext } from "react-router";
import type { PageScripts, ScreenHandle, VisitorPage } from "./visitor-page.ts";

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
    ...styles,
    atRest: handles.some((handle) => handle?.scriptsAtRest),
    counted: handles.some((handle) => handle?.countsVisits),
    matches: ids.map((id) => ({ id, data: rendered.loaderData[id] ?? null })),
    location: rendered.location,
    params: rendered.matches.at(-1)?.params ?? {},
    actionData: Object.values(rendered.actionData ?? {})[0] ?? null,
  };
}

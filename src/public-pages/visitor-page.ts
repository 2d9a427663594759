import { createContext, useContext } from "react";
import type { Location } from "react-router";

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
export type PageScripts = { readonly entry: string; readonly files: readonly string[] };

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
export type ScreenHandle = { readonly scriptsAtRest?: boolean; readonly countsVisits?: boolean };

/** Null for people who are signed in and for pages that take the whole application. */
export const VisitorContext = createContext<VisitorPage | null>(null);
export const useVisitorPage = (): VisitorPage | null => useContext(VisitorContext);

/** The pure API: which addresses are public pages. */
export { isPublicPage } from "./domain/public-pages.ts";

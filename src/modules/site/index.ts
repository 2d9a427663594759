/** The pure API: which addresses are public pages, what the footer links of the services, how a visit is counted. */
export { footerServices } from "./domain/footer.ts";
export { isPublicPage } from "./domain/public-pages.ts";
export { countAtPaint } from "./visits/count-visit.ts";

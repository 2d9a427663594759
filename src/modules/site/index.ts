/** The pure API: which addresses are public pages, and what the footer links of the services. */
export { footerServices } from "./domain/footer.ts";
export { isPublicPage } from "./domain/public-pages.ts";

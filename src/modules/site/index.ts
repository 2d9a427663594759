/** The pure API: the catalogue of public services, which addresses are public pages, and the versions of the rules. */
export { catalogue, type PublicService } from "./domain/catalogue/index.ts";
export { isPublicPage } from "./domain/public-pages.ts";
export { FAIR_USE_VERSION, fairUsePromise, TERMS_VERSION } from "./domain/rules.ts";

/** The pure door: the catalogue of public services, which addresses are public pages, and the versions of the rules. */
export {
  addressOf,
  catalogue,
  type Family,
  families,
  familyNames,
  findService,
  type Preset,
  type PublicService,
  type Question,
  servicesIn,
} from "./domain/catalogue/index.ts";
export { isPublicPage, publicPages } from "./domain/public-pages.ts";
export { FAIR_USE_VERSION, fairUsePromise, TERMS_VERSION } from "./domain/rules.ts";

import { addressOf, catalogue } from "#src/modules/catalogue/index.ts";

const informationPages = [
  "/about",
  "/samples",
  "/contact",
  "/faq",
  "/terms",
  "/privacy-policy",
  "/guarantees",
  "/accessibility",
  "/licence",
  "/honest-use/students",
  "/honest-use/never",
  "/honest-use/teachers",
  "/api/docs",
  "/aichecker/how",
];

/** Pages for everybody that answer each visitor on their own. */
const livePages = ["/hiring"];

/** Every page that looks the same for all visitors without a session, as its address; `services`: those of services. */
const pagesWith = (services: readonly string[]): readonly string[] => [
  "/",
  ...["/non-technical-writing", "/technical-writing"].filter((family) =>
    services.some((one) => one.startsWith(`${family}/`)),
  ),
  ...services,
  ...informationPages,
];

/** Those of the product as it is shipped. */
export const publicPages: readonly string[] = pagesWith(catalogue.map(addressOf));

/** The pages for search engines. */
export const listedPages = (services: readonly string[]): readonly string[] => [...pagesWith(services), ...livePages];

const known: ReadonlySet<string> = new Set(publicPages);

/** True for the address (lower case, no query, no trailing slash) of a page that may be kept as bytes. */
export const isPublicPage = (path: string): boolean => known.has(path);

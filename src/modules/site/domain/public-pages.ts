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

/** Every page that looks the same for all visitors without a session, as its address. */
export const publicPages: readonly string[] = [
  "/",
  "/non-technical-writing",
  "/technical-writing",
  ...catalogue.map(addressOf),
  ...informationPages,
];

/** The pages for search engines. */
export const listedPages: readonly string[] = [...publicPages, ...livePages];

const known: ReadonlySet<string> = new Set(publicPages);

/** True for the address (lower case, no query, no trailing slash) of a page that may be kept as bytes. */
export const isPublicPage = (path: string): boolean => known.has(path);

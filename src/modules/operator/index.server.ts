export {
  type Brand,
  type BrandChoice,
  type BrandPicture,
  brandSetting,
  choiceOf,
  colourOf,
  isShipped as isShippedBrand,
} from "./brand/brand.ts";
export {
  type BrandFile,
  brandFile,
  brandIcon,
  brandLinks,
  keptBrandFile,
  lastPageBrand,
  pageBrand,
} from "./brand/brand-files.ts";
export { offlineStyles } from "./brand/stylesheet.ts";
export { agreedInFull, agreedTexts, keptLegalText } from "./legal/agreed-texts.ts";
export { legalDraft, versionsOfLegal } from "./legal/kept-versions.ts";
export { accountTexts, isPromise, legalText, type OrderTexts, orderTexts } from "./legal/legal-texts.ts";
export { legalFields, type OtherText, otherTexts } from "./legal/versions.ts";
export { mailShop } from "./mail-shop.ts";
export { menuSetting, noticeState, type SocialLinks, type StoredMenu, type StoredNotice } from "./menu/menu.ts";
export { knownLinks, linksNow, pagesChangeAt, shownMenu, siteNow } from "./menu/shown-menu.ts";
export { mostQuestions } from "./pages/faq-text.ts";
export { type HomeText, homeText, mostSteps } from "./pages/home-text.ts";
export { newSlug, type OtherAddresses, slugProblem } from "./pages/own-address.ts";
export {
  findPage,
  mostOwnPages,
  ownPageIds,
  ownPageOf,
  ownPages,
  ownPagesSetting,
  shownOwnPages,
} from "./pages/own-pages.ts";
export {
  type Block,
  type FaqPage,
  groupsOf,
  type Inline,
  mostCharacters,
  type PageText,
  type Placeholders,
  wordsOf,
} from "./pages/page-text.ts";
export {
  isLegal,
  type LegalName,
  linkedFrom,
  type OwnFacts,
  ownPageSetting,
  type StoredPage,
  type TextPage,
  textPages,
} from "./pages/pages.ts";
export { printedText } from "./pages/placeholders.ts";
export { linesOf, plainText } from "./pages/plain-text.ts";
export { readMarkdown } from "./pages/read-markdown.ts";
export { readPage } from "./pages/read-page.ts";
export { type SampleText, samplesIn } from "./pages/samples-text.ts";
export { type PageValues, pageValuesPort, partValue } from "./pages/setting-values.ts";
export { firstText, type OwnSource, type PageSource, pageSource } from "./pages/shipped.ts";
export {
  changedOnPages,
  pageValues,
  questionsOn,
  shownHome,
  shownOwnPage,
  shownPage,
  shownSamples,
} from "./pages/shown-page.ts";
export { readerClock, readingZone } from "./reader.ts";
export { pageFacts } from "./screens/page-facts.server.ts";
export { type Site, siteSetting } from "./settings.ts";
export { brandPictures } from "./tables.ts";

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
  offlineStyles,
  pageBrand,
} from "./brand/brand-files.ts";
export { agreedInFull, agreedTexts, keptLegalText, legalDraft, versionsOfLegal } from "./legal/kept-texts.ts";
export { accountTexts, isPromise, legalText, type OrderTexts, orderTexts } from "./legal/legal-texts.ts";
export { legalFields, type OtherText, otherTexts } from "./legal/versions.ts";
export {
  knownLinks,
  linksNow,
  menuSetting,
  noticeState,
  pagesChangeAt,
  type SocialLinks,
  type StoredMenu,
  type StoredNotice,
  shownMenu,
  siteNow,
} from "./menu/menu.ts";
export {
  findPage,
  mostOwnPages,
  newSlug,
  type OtherAddresses,
  ownPageIds,
  ownPageOf,
  ownPages,
  ownPagesSetting,
  shownOwnPages,
  slugProblem,
} from "./pages/own-pages.ts";
export { type HomeText, homeText, mostQuestions, mostSteps, type SampleText, samplesIn } from "./pages/page-forms.ts";
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
  firstText,
  isLegal,
  type LegalName,
  linkedFrom,
  type OwnFacts,
  type OwnSource,
  ownPageSetting,
  type PageSource,
  pageSource,
  type StoredPage,
  type TextPage,
  textPages,
} from "./pages/pages.ts";
export { printedText } from "./pages/placeholders.ts";
export { linesOf, plainText } from "./pages/plain-text.ts";
export { readMarkdown } from "./pages/read-markdown.ts";
export { readPage } from "./pages/read-page.ts";
export { type PageValues, pageValuesPort, partValue } from "./pages/setting-values.ts";
export {
  changedOnPages,
  pageValues,
  questionsOn,
  shownHome,
  shownOwnPage,
  shownPage,
  shownSamples,
} from "./pages/shown-page.ts";
export { type Site, siteSetting } from "./settings.ts";
export { mailShop, pageFacts, readerClock, readingZone } from "./shop-facts.ts";
export { brandPictures } from "./tables.ts";

export {
  type Brand,
  type BrandChoice,
  brandSetting,
  choiceOf,
  colourOf,
} from "./brand/brand.ts";
export { type BrandFile, brandFile, keptBrandFile, lastPageBrand, pageBrand } from "./brand/brand-files.ts";
export { brandStyles } from "./brand/stylesheet.ts";
export { mailShop } from "./mail-shop.ts";
export { readerClock, readingZone } from "./reader.ts";
export { pageFacts } from "./screens/page-facts.server.ts";
export { siteSetting } from "./settings.ts";

/** The pure API: what everybody promises, the versions of the rules, and which colours a shop can have. */
export {
  type Contrasts,
  darkColours,
  type Judged,
  judgeColour,
  leastContrast,
  lightColours,
  readColour,
  type Shades,
  shippedColour,
  surfaces,
  type ThemeColours,
} from "./brand/colour.ts";
export { pairLabel, pairSheet, type TypePair, typePairs } from "./brand/type-pairs.ts";
export { hadShown, type OrderVersions, type ShownVersions } from "./legal/versions.ts";
export {
  arrangedRows,
  isOwnLink,
  type KnownLink,
  type LinkList,
  type LinkRow,
  linkLists,
  linkOf,
  linkStep,
  mostLetters,
  mostRows,
  mostShown,
  movedRows,
  sameLinks,
  shippedLinks,
  shownRows,
} from "./menu/links.ts";
export { type FaqPage, faqPages } from "./pages/page-text.ts";
export { plainName } from "./pages/placeholders.ts";
export { sellerOf } from "./who-runs.ts";

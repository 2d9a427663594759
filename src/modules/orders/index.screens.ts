/** This module's API for screens: what came along with a version. */
export { CameAlong } from "./screens/came-along.tsx";
/** How the price of custom work came about. */
export { QuoteRounds } from "./screens/quote-rounds.tsx";

/** This module's API for screens: the delivery details of a version. */
export { CountedFacts, DeliveryDetails } from "./screens/delivery-details.tsx";
/** Reports of services outside about a version. */
export { OriginalityReports } from "./screens/originality-reports.tsx";
/** How the price of custom work came about. */
export { QuoteChanges, QuoteRounds } from "./screens/quote-rounds.tsx";
/** Follows an order that is open. */
export { useLiveOrder } from "./screens/use-live-order.ts";

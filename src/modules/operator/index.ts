/** The pure API: what everybody promises, and the versions of the rules. */
export { FAIR_USE_VERSION, fairUsePromise, TERMS_VERSION } from "./rules.ts";
export { sellerOf, whoRuns } from "./who-runs.ts";

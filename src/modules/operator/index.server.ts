export { readerClock, readingZone } from "./reader.ts";
export { pageFacts } from "./screens/page-facts.server.ts";
export { siteSetting } from "./settings.ts";

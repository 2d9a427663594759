export { type NoticeLine, noticesFor } from "./domain/kinds.ts";

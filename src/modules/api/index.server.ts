export { apiDocs, type DocsField, type DocsOperation } from "./docs.ts";
export { descriptionHandler } from "./http.ts";
export { admitKey, mostOfKey } from "./keys/admit-key.ts";

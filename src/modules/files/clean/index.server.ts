export { type FileWork, fileWork } from "./pool/pool.ts";
export type { Uncleanable } from "./results.ts";
export { cleanerVersion } from "./version.ts";

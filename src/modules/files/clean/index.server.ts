export { detectType, type FileType } from "./detect/detect-type.ts";
export type { Kind } from "./detect/formats.ts";
export { type FileWork, fileWork, type PoolLimits } from "./pool/pool.ts";
export type { Cleaning, Uncleanable, UncleanableCode } from "./results.ts";
export type { Thumbnail } from "./thumbnail.ts";

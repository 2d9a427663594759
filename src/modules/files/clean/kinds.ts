export type { Kind } from "../domain/kinds.ts";

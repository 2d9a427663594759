import { createContext } from "react-router";
import type { Ctx } from "./runtime.ts";

export type Theme = "light" | "dark" | "system";
/** What a page's loaders and actions know of the request. `nonce` is empty on pages kept as bytes (script hashes instead). */
export type RequestScope = Ctx & { nonce: string; theme: Theme };

/** Requests whose page failed because of the database: React Router itself reports no reason. */
export const databaseFailures = new WeakMap<RequestScope, unknown>();

export const requestContext = createContext<RequestScope>();

import { createContext } from "react-router";
import type { Ctx } from "./house.ts";

export type Look = "light" | "dark" | "system";
/** What a page's loaders and actions know of the request. `nonce` is empty on pages kept as bytes (script hashes instead). */
export type RequestScope = Ctx & { nonce: string; look: Look };

export const requestContext = createContext<RequestScope>();

import { createContext, useContext } from "react";

/** The script nonce of a rendered page; undefined on pages that are kept as bytes. */
export const NonceContext = createContext<string | undefined>(undefined);
export const useNonce = (): string | undefined => useContext(NonceContext);

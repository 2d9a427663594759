import type { Config } from "#src/config.ts";

export type Look = "light" | "dark" | "system";

/** The choice for this browser; the page's own script reads it before the first paint, so it is not HttpOnly. */
export const themeCookie = (look: Look, { baseUrl }: Pick<Config, "baseUrl">): string =>
  `theme=${look}; Max-Age=31536000; Path=/; SameSite=Lax${baseUrl.protocol === "https:" ? "; Secure" : ""}`;

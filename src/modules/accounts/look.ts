import type { Config } from "#src/config.ts";

export const looks = ["light", "dark", "system"] as const;
export type Look = (typeof looks)[number];
export const isLook = (value: unknown): value is Look => looks.some((look) => look === value);

/** The choice for this browser; the page's own script reads it before the first paint, so it is not HttpOnly. */
export const themeCookie = (look: Look, { baseUrl }: Pick<Config, "baseUrl">): string =>
  `theme=${look}; Max-Age=31536000; Path=/; SameSite=Lax${baseUrl.protocol === "https:" ? "; Secure" : ""}`;

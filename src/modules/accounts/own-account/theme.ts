import type { Config } from "#src/config.ts";

export const themes = ["light", "dark", "system"] as const;
export type Theme = (typeof themes)[number];
export const isTheme = (value: unknown): value is Theme => themes.some((theme) => theme === value);

/** The choice for this browser; the page's own script reads it before the first paint, so it is not HttpOnly. */
export const themeCookie = (theme: Theme, { baseUrl }: Pick<Config, "baseUrl">): string =>
  `theme=${theme}; Max-Age=31536000; Path=/; SameSite=Lax${baseUrl.protocol === "https:" ? "; Secure" : ""}`;

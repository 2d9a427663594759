/** light and dark are stored choices; system follows the device, also when it changes. */
export type Look = "light" | "dark" | "system";

const year = 31_536_000;

/**
 * Runs before the first paint, inline: puts a stored choice on `<html data-theme>`.
 * Without a stored choice there is no attribute and the style sheet follows the device by itself.
 */
export const themeScript =
  "(()=>{const m=/(?:^|; )theme=(light|dark)(?:;|$)/.exec(document.cookie);if(m)document.documentElement.dataset.theme=m[1]})()";

/** The cookie that keeps a choice, as `document.cookie` takes it. */
export const lookCookie = (look: Look, secure: boolean): string =>
  `theme=${look}; Path=/; Max-Age=${year}; SameSite=Lax${secure ? "; Secure" : ""}`;

export const isLook = (value: unknown): value is Look => value === "light" || value === "dark" || value === "system";

/** Shows a choice at once and keeps it for the server's next page. Browser only. */
export const choose = (look: Look): void => {
  const { dataset } = document.documentElement;
  if (look === "system") delete dataset.theme;
  else dataset.theme = look;
  document.cookie = lookCookie(look, location.protocol === "https:");
};

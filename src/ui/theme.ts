/** light and dark are stored choices; system follows the device, also when it changes. */
export type Theme = "light" | "dark" | "system";

/** Keeps a choice in the cookie `theme`; the field is called `theme`. */
export const themeAddress = "/api/theme";

/**
 * Runs before the first paint, inline: puts a stored choice on `<html data-theme>`.
 * Without a stored choice there is no attribute and the style sheet follows the device by itself.
 */
export const themeScript =
  "(()=>{const m=/(?:^|; )theme=(light|dark)(?:;|$)/.exec(document.cookie);if(m)document.documentElement.dataset.theme=m[1]})();";

export const isTheme = (value: unknown): value is Theme => value === "light" || value === "dark" || value === "system";

/** Shows a choice at once and sends it to be kept; the answer is not waited for. Browser only. */
export const choose = (theme: Theme): void => {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
  const kept = fetch(themeAddress, {
    method: "POST",
    body: new URLSearchParams({ theme }),
    headers: { accept: "application/json" },
    keepalive: true,
  });
  // A choice that could not be kept holds for this page; there is nothing to report.
  kept.catch(() => undefined);
};

import type { FormEvent, ReactNode } from "react";
import { Icon, Moon, Sun } from "./icons.tsx";

/** light and dark are stored choices; system follows the device, also when it changes. */
export type Theme = "light" | "dark" | "system";

/** Keeps a choice in the cookie `theme`; the field is called `theme`. */
const themeAddress = "/api/theme";

/**
 * Runs before the first paint, inline: puts a stored choice on `<html data-theme>`.
 * Without a stored choice there is no attribute and the style sheet follows the device by itself.
 */
export const themeScript =
  "(()=>{const m=/(?:^|; )theme=(light|dark)(?:;|$)/.exec(document.cookie);if(m)document.documentElement.dataset.theme=m[1]})();";

export const isTheme = (value: unknown): value is Theme => value === "light" || value === "dark" || value === "system";

/** Shows a choice at once and sends it to be kept; the answer is not waited for. Browser only. */
const choose = (theme: Theme): void => {
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

const pressed = (event: FormEvent<HTMLFormElement>): Theme | null => {
  const { submitter } = event.nativeEvent as SubmitEvent;
  const value = submitter?.getAttribute("value");
  return isTheme(value) ? value : null;
};

const ThemeForm = ({
  onTheme,
  className,
  children,
}: {
  onTheme?: (theme: Theme) => void;
  className?: string;
  children: ReactNode;
}) => (
  <form
    method="post"
    action={themeAddress}
    className={className}
    onSubmit={(event) => {
      const theme = pressed(event);
      if (!theme) return;
      event.preventDefault();
      choose(theme);
      onTheme?.(theme);
    }}
  >
    {children}
  </form>
);

const choices = [
  { value: "dark", shown: "in-light", icon: Moon },
  { value: "light", shown: "in-dark", icon: Sun },
] as const;

/**
 * Light to dark and back; `named` in a menu of words. The style sheet shows the button that fits,
 * so the server need not know the theme.
 */
export const ThemeSwitch = ({ named = false }: { named?: boolean }) => (
  <ThemeForm className="theme">
    {choices.map(({ value, shown, icon }) => (
      <button
        key={value}
        type="submit"
        name="theme"
        value={value}
        className={named ? shown : `btn-icon ${shown}`}
        {...(!named && { "aria-label": `Use ${value} theme`, title: `Use ${value} theme` })}
      >
        <Icon of={icon} />
        {named && `Use ${value} theme`}
      </button>
    ))}
  </ThemeForm>
);

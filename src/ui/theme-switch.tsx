import type { FormEvent, ReactNode } from "react";
import { Icon, Moon, Sun } from "./icons.tsx";
import { choose, isTheme, type Theme, themeAddress } from "./theme.ts";

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

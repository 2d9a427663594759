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

/** Light to dark and back. The style sheet shows the button that fits, so the server need not know the theme. */
export const ThemeSwitch = () => (
  <ThemeForm className="theme">
    <button
      type="submit"
      name="theme"
      value="dark"
      className="btn-icon in-light"
      aria-label="Use dark theme"
      title="Use dark theme"
    >
      <Icon of={Moon} />
    </button>
    <button
      type="submit"
      name="theme"
      value="light"
      className="btn-icon in-dark"
      aria-label="Use light theme"
      title="Use light theme"
    >
      <Icon of={Sun} />
    </button>
  </ThemeForm>
);

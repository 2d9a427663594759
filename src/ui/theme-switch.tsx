import type { FormEvent, ReactNode } from "react";
import { Icon, Moon, Sun } from "./icons.tsx";
import { choose, isLook, type Look, themeAddress } from "./theme.ts";

const pressed = (event: FormEvent<HTMLFormElement>): Look | null => {
  const { submitter } = event.nativeEvent as SubmitEvent;
  const value = submitter?.getAttribute("value");
  return isLook(value) ? value : null;
};

const LookForm = ({
  onLook,
  className,
  children,
}: {
  onLook?: (look: Look) => void;
  className?: string;
  children: ReactNode;
}) => (
  <form
    method="post"
    action={themeAddress}
    className={className}
    onSubmit={(event) => {
      const look = pressed(event);
      if (!look) return;
      event.preventDefault();
      choose(look);
      onLook?.(look);
    }}
  >
    {children}
  </form>
);

/** Light to dark and back. The style sheet shows the button that fits, so the server need not know the theme. */
export const ThemeSwitch = () => (
  <LookForm className="theme">
    <button
      type="submit"
      name="look"
      value="dark"
      className="btn-icon in-light"
      aria-label="Use dark theme"
      title="Use dark theme"
    >
      <Icon of={Moon} />
    </button>
    <button
      type="submit"
      name="look"
      value="light"
      className="btn-icon in-dark"
      aria-label="Use light theme"
      title="Use light theme"
    >
      <Icon of={Sun} />
    </button>
  </LookForm>
);

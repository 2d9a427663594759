import type { ComponentProps, ReactNode } from "react";
import { Link, type LinkProps } from "react-router";
import { cx } from "./class-names.ts";
import { type Drawing, Icon } from "./icons.tsx";
import { Spinner } from "./spinner.tsx";

type Style = {
  variant?: "primary" | "outline" | "quiet" | "danger";
  small?: boolean;
  block?: boolean;
  icon?: Drawing;
};

const classNameOf = ({ variant = "primary", small, block }: Style, more?: string) =>
  cx("btn", `btn-${variant}`, small && "btn-sm", block && "w-full", more);

export type ButtonProps = Style & ComponentProps<"button"> & { busy?: boolean };

/** A busy button shows a spinner before its verb and takes no second press; give it the verb of the moment ("Sending"). */
export const Button = ({
  variant,
  small,
  block,
  icon,
  busy = false,
  type = "submit",
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) => (
  <button
    {...rest}
    type={type}
    className={classNameOf({ variant, small, block }, cx(busy && "busy", className))}
    aria-busy={busy || undefined}
    onClick={busy ? (event) => event.preventDefault() : onClick}
  >
    {busy ? <Spinner /> : icon && <Icon of={icon} />}
    {children}
  </button>
);

export type LinkButtonProps = Style & LinkProps;

/** A link that looks like a button: for going somewhere, never for changing something. */
export const LinkButton = ({ variant, small, block, icon, className, children, ...rest }: LinkButtonProps) => (
  <Link {...rest} className={classNameOf({ variant, small, block }, className)}>
    {icon && <Icon of={icon} />}
    {children}
  </Link>
);

export type IconButtonProps = ComponentProps<"button"> & { icon: Drawing; label: string };

/** 44 by 44 pixels, always with a name for those who do not see the drawing. */
export const IconButton = ({ icon, label, type = "button", className, ...rest }: IconButtonProps) => (
  <button {...rest} type={type} className={cx("btn-icon", className)} aria-label={label} title={label}>
    <Icon of={icon} />
  </button>
);

/** A link with weight and a drawing, alone on its line. */
export const ArrowLink = ({ icon, children, ...rest }: LinkProps & { icon?: Drawing; children: ReactNode }) => (
  <Link {...rest} className="link-arrow">
    {icon && <Icon of={icon} />}
    {children}
  </Link>
);

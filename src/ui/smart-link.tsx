import type { ReactNode } from "react";
import { Link, NavLink } from "react-router";

export type LinkItem = { to: string; label: ReactNode };

const outside = /^(?:[a-z][a-z+.-]*:|\/\/)/i;

/** A link inside the product by the router, anything with a scheme (mailto, tel, https) by the browser. */
export const SmartLink = ({ to, label }: LinkItem) =>
  outside.test(to) ? (
    <a href={to} rel="noopener">
      {label}
    </a>
  ) : (
    <Link to={to}>{label}</Link>
  );

/** `end`: current only on exactly this address. */
export type NavItem = LinkItem & { end?: boolean };

/** A link of a menu; the one of this page carries aria-current. Links to a place on a page never do. */
export const MenuLink = ({ to, label, end }: NavItem) =>
  to.includes("#") || outside.test(to) ? (
    <SmartLink to={to} label={label} />
  ) : (
    <NavLink to={to} end={end ?? false}>
      {label}
    </NavLink>
  );

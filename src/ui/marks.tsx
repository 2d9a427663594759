import { createElement, type ReactNode } from "react";
import { cx } from "./class-names.ts";

/** The proofreader's caret: something was added here. */
export const Caret = () => (
  <svg className="caret" viewBox="0 0 12 10" aria-hidden="true">
    <path d="M1 9 6 1.5 11 9" />
  </svg>
);

/** Struck out. The words stay readable for everybody. */
export const Cut = ({ children }: { children: ReactNode }) => <del className="cut">{children}</del>;

/** Written in, in blue, behind a caret. */
export const Add = ({ children }: { children: ReactNode }) => (
  <ins className="add">
    <Caret />
    {children}
  </ins>
);

/** Dots below: let it stand. */
export const Stet = ({ children }: { children: ReactNode }) => <span className="stet">{children}</span>;

/** A value that was replaced: struck through, and named so for screen readers. */
export const Was = ({ children }: { children: ReactNode }) => (
  <s className="was">
    <span className="vh">was </span>
    {children}
  </s>
);

/** A list of short statements: with a tick for what we do, with a dash (`plain`) for what we ask. */
export const Ticks = ({ items, plain }: { items: readonly ReactNode[]; plain?: boolean }) =>
  createElement(
    "ul",
    { className: cx("ticks", plain && "plain") },
    ...items.map((item) => createElement("li", null, item)),
  );

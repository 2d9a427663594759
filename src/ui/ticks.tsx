import { createElement, type ReactNode } from "react";
import { cx } from "./class-names.ts";

/** A list of short statements: with a tick for what we do, with a dash (`plain`) for what we ask. */
export const Ticks = ({ items, plain }: { items: readonly ReactNode[]; plain?: boolean }) =>
  createElement(
    "ul",
    { className: cx("ticks", plain && "plain") },
    ...items.map((item) => createElement("li", null, item)),
  );

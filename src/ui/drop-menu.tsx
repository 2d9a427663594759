import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { cx } from "./class-names.ts";

/** Closes an open menu on Esc and on a press outside; gives the way to stop that. */
export const closeOnLeave = (menu: HTMLDetailsElement): (() => void) => {
  const onPointer = ({ target }: PointerEvent) => {
    if (target instanceof Node && !menu.contains(target)) menu.open = false;
  };
  const onKey = ({ key }: KeyboardEvent) => {
    if (key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  };
  document.addEventListener("pointerdown", onPointer);
  document.addEventListener("keydown", onKey);
  return () => {
    document.removeEventListener("pointerdown", onPointer);
    document.removeEventListener("keydown", onKey);
  };
};

export type DropMenuProps = {
  /** The name of the button. */
  label: string;
  face: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A menu that opens without scripts; with them it also closes on Esc, outside and on the way to another page. */
export const DropMenu = ({ label, face, className, children }: DropMenuProps) => {
  const menu = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  const openedOn = useRef(key);
  useEffect(() => (menu.current ? closeOnLeave(menu.current) : undefined), []);
  useEffect(() => {
    // The first page that it is drawn on may have it open already: it opens before the scripts come.
    if (key !== openedOn.current && menu.current) menu.current.open = false;
    openedOn.current = key;
  }, [key]);
  return (
    <details className={cx("drop-menu", className)} ref={menu}>
      <summary className="btn-icon" aria-label={label}>
        {face}
      </summary>
      <div className="sheet-menu">{children}</div>
    </details>
  );
};
